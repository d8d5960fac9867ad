import type { SchemaType } from '../../../kernel/schema.ts';
import { Fault } from './fault.ts';

/** Whether a value is an object but not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const numeric = /^[ \t\n\r\v\f]*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \t\n\r\v\f]*$/;

function toNumber(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.length <= 1_000 && numeric.test(value) ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

function toInteger(value: unknown): number | undefined {
  const read = toNumber(value);
  // Integers beyond the safe range are not exact.
  return read !== undefined && Number.isSafeInteger(read) ? read + 0 : undefined;
}

const flags = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

const toBoolean = (value: unknown): boolean | undefined =>
  flags.get(typeof value === 'string' ? value.toLowerCase() : value);

function toList(value: unknown): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') return value.split(/[\s,]+/).filter((piece) => piece !== '');
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : undefined;
}

/** Uploaded files hold bytes, which no JSON value does. */
const isFile = (value: Readonly<Record<string, unknown>>): boolean => value.bytes instanceof Uint8Array;

/** Conversions by target type; undefined if the value cannot be converted. */
const converters: Readonly<Record<SchemaType, (value: unknown) => unknown>> = {
  string: (value) => (typeof value === 'string' ? value : undefined),
  integer: toInteger,
  number: toNumber,
  boolean: toBoolean,
  array: toList,
  object: (value) => (value === '' ? {} : isObject(value) && !isFile(value) ? value : undefined),
  null: (value) => (value === null ? null : undefined),
  file: (value) => (isObject(value) && isFile(value) ? value : undefined),
};

/** A value with the type it was converted to. */
export interface Typed {
  readonly type: SchemaType;
  readonly value: unknown;
}

/** Converts a value to the first matching type; an empty text stays a text if strings are allowed. */
export function convert(types: readonly SchemaType[], raw: unknown, name: string): Typed | Fault {
  if (raw === '' && types.includes('string')) return { type: 'string', value: '' };
  for (const type of types) {
    const value = converters[type](raw);
    if (value !== undefined) return { type, value };
  }
  return new Fault('rest_invalid_type', `${name} is not of type ${types.join(', ')}`);
}
