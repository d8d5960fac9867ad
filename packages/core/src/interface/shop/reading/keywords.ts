import { canonical } from '../../../kernel/change.ts';
import type { Schema } from '../../../kernel/schema.ts';
import { Fault } from './fault.ts';

/** Validates a number against its bounds. */
export function checkNumber(schema: Schema, value: number, name: string): Fault | undefined {
  const { minimum, maximum, exclusiveMinimum = false, exclusiveMaximum = false, multipleOf } = schema;
  if (multipleOf !== undefined && !isMultiple(value, multipleOf))
    return new Fault('rest_invalid_multiple', `${name} must be a multiple of ${multipleOf}`);
  const isBelow = minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum);
  const isAbove = maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum);
  return isBelow || isAbove ? new Fault('rest_out_of_bounds', `${name} ${boundsOf(schema)}`) : undefined;
}

/** Binary fractions are inexact: 0.3 counts as a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) <= Number.EPSILON * Math.max(1, Math.abs(ratio)) * 4;
}

function boundsOf({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema): string {
  const word = (isExclusive: boolean | undefined) => (isExclusive ? 'exclusive' : 'inclusive');
  if (minimum === undefined) return `must be less than ${exclusiveMaximum ? '' : 'or equal to '}${maximum}`;
  if (maximum === undefined) return `must be greater than ${exclusiveMinimum ? '' : 'or equal to '}${minimum}`;
  return `must be between ${minimum} (${word(exclusiveMinimum)}) and ${maximum} (${word(exclusiveMaximum)})`;
}

/** Validates the length (in characters) and pattern of a text. */
export function checkText({ minLength, maxLength, pattern }: Schema, value: string, name: string): Fault | undefined {
  if (minLength !== undefined || maxLength !== undefined) {
    const length = [...value].length;
    if (minLength !== undefined && length < minLength)
      return new Fault('rest_too_short', `${name} must have at least ${minLength} character(s)`);
    if (maxLength !== undefined && length > maxLength)
      return new Fault('rest_too_long', `${name} must have at most ${maxLength} character(s)`);
  }
  if (pattern !== undefined && !patternOf(pattern).test(value))
    return new Fault('rest_invalid_pattern', `${name} does not match the pattern ${pattern}`);
  return undefined;
}

const patterns = new Map<string, RegExp>();

function patternOf(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
}

/** Validates the number and uniqueness of list items. */
export function checkList(schema: Schema, value: readonly unknown[], name: string): Fault | undefined {
  const { minItems, maxItems, uniqueItems } = schema;
  if (minItems !== undefined && value.length < minItems)
    return new Fault('rest_too_few_items', `${name} must contain at least ${minItems} item(s)`);
  if (maxItems !== undefined && value.length > maxItems)
    return new Fault('rest_too_many_items', `${name} must contain at most ${maxItems} item(s)`);
  return uniqueItems && new Set(value.map(canonical)).size < value.length
    ? new Fault('rest_duplicate_items', `${name} has duplicate items`)
    : undefined;
}

/** Validates the number of members of an object. */
export function checkSize({ minProperties, maxProperties }: Schema, value: object, name: string): Fault | undefined {
  const count = Object.keys(value).length;
  if (minProperties !== undefined && count < minProperties)
    return new Fault('rest_too_few_properties', `${name} must contain at least ${minProperties} member(s)`);
  return maxProperties !== undefined && count > maxProperties
    ? new Fault('rest_too_many_properties', `${name} must contain at most ${maxProperties} member(s)`)
    : undefined;
}

/** Compiles an enum check; objects are compared regardless of member order. */
export function compileChoices(choices: readonly unknown[]): (value: unknown, name: string) => Fault | undefined {
  const isPlain = choices.every((each) => typeof each !== 'object' || each === null);
  const known = new Set<unknown>(isPlain ? choices : choices.map(canonical));
  const told = choices.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(', ');
  return (value, name) =>
    known.has(isPlain ? value : canonical(value))
      ? undefined
      : new Fault('rest_not_in_enum', `${name} is not one of ${told}`);
}
