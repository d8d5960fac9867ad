import type { Schema, SchemaType } from '../../../kernel/schema.ts';
import { camel } from '../../schema.ts';
import { convert, isObject } from './convert.ts';
import { Fault } from './fault.ts';
import { readFormat } from './formats.ts';
import { checkList, checkNumber, checkSize, checkText, compileChoices } from './keywords.ts';
import { isStorable } from './storable.ts';

/** Returns the parsed value or its first fault; `name` is the caller's path to it: `ids[0]`. */
export type ReadValue = (raw: unknown, name: string) => unknown;

/** Compiles the reader of values of one schema. */
export function compileValue(schema: Schema): ReadValue {
  const types = typesOf(schema);
  const readType = types.length === 0 ? readAnything : compileTypes(schema, types);
  const checkChoice = schema.enum && schema.enum.length > 0 ? compileChoices(schema.enum) : undefined;
  const readAlternative = compileAlternatives(schema);
  return (raw, name) => {
    const chosen = readAlternative ? readAlternative(raw, name) : raw;
    if (chosen instanceof Fault) return chosen;
    const value = readType(chosen, name);
    return value instanceof Fault ? value : (checkChoice?.(value, name) ?? value);
  };
}

const typesOf = ({ type }: Schema): readonly SchemaType[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

const unstorable = (name: string): Fault =>
  new Fault('rest_invalid_pattern', `${name} has characters that no text can have`);

const readAnything: ReadValue = (raw, name) => (isStorable(raw) ? raw : unstorable(name));

function compileTypes(schema: Schema, types: readonly SchemaType[]): ReadValue {
  const readList = types.includes('array') ? compileList(schema) : readAnything;
  const readObject = types.includes('object') ? compileObject(schema) : readAnything;
  return (raw, name) => {
    const typed = convert(types, raw, name);
    if (typed instanceof Fault) return typed;
    const { type, value } = typed;
    switch (type) {
      case 'string':
        return readText(schema, value as string, name);
      case 'integer':
      case 'number':
        return checkNumber(schema, value as number, name) ?? value;
      case 'array':
        return readList(value, name);
      case 'object':
        return readObject(value, name);
      default:
        return value;
    }
  };
}

function readText(schema: Schema, text: string, name: string): string | Fault {
  if (!isStorable(text)) return unstorable(name);
  const fault = checkText(schema, text, name);
  return fault ?? (schema.format ? readFormat(schema.format, text, name) : text);
}

/** Maximum invalid items reported by one fault of a list of objects; other lists report the first only. */
const MOST_LINES = 20;

function compileList(schema: Schema): ReadValue {
  const readItem = schema.items ? compileValue(schema.items) : readAnything;
  const most = schema.items && typesOf(schema.items).includes('object') ? MOST_LINES : 1;
  return (raw, name) => {
    const list = raw as readonly unknown[];
    const values: unknown[] = [];
    // Items of an oversized list are not parsed.
    if (schema.maxItems === undefined || list.length <= schema.maxItems) {
      const faults: Fault[] = [];
      for (const [index, each] of list.entries()) {
        const value = readItem(each, `${name}[${index}]`);
        if (value instanceof Fault) faults.push(value);
        else values.push(value);
        if (faults.length === most) break;
      }
      const [first] = faults;
      if (first) return new Fault(first.code, faults.map(({ message }) => message).join('; '));
    }
    return checkList(schema, values.length === list.length ? values : list, name) ?? values;
  };
}

function compileObject(schema: Schema): ReadValue {
  const known = Object.entries(schema.properties ?? {}).map(([name, descriptor]) => ({
    name,
    published: camel(name),
    isRequired: descriptor.required === true,
    byDefault: descriptor.default,
    read: compileValue(descriptor),
  }));
  const names = new Set(known.flatMap(({ name, published }) => [name, published]));
  const readOther = compileOthers(schema);
  return (raw, name) => {
    const given = raw as Readonly<Record<string, unknown>>;
    const members = new Map<string, unknown>();
    for (const member of known) {
      const sent = Object.hasOwn(given, member.name) ? given[member.name] : (member.byDefault ?? undefined);
      if (sent === undefined && member.isRequired)
        return new Fault('rest_property_required', `${member.name} is a required property of ${name}`);
      const value = sent === undefined ? undefined : member.read(sent, `${name}[${member.name}]`);
      if (value instanceof Fault) return value;
      if (value !== undefined) members.set(member.published, value);
    }
    const fault = readOthers(given, { name, names, readOther, members });
    return fault ?? checkSize(schema, given, name) ?? Object.fromEntries(members);
  };
}

interface Others {
  readonly name: string;
  readonly names: ReadonlySet<string>;
  readonly readOther: ReadValue;
  readonly members: Map<string, unknown>;
}

function readOthers(given: object, { name, names, readOther, members }: Others): Fault | undefined {
  for (const [member, sent] of Object.entries(given)) {
    if (names.has(member) || member === '__proto__') continue;
    const value = isStorable(member) ? readOther(sent, `${name}[${member}]`) : unstorable(name);
    if (value instanceof Fault) return value;
    members.set(member, value);
  }
  return undefined;
}

function compileOthers({ additionalProperties = true }: Schema): ReadValue {
  if (isObject(additionalProperties)) return compileValue(additionalProperties);
  if (additionalProperties === true) return readAnything;
  return (_, name) => new Fault('rest_additional_properties_forbidden', `${name} is not a valid property`);
}

function compileAlternatives({ anyOf, oneOf }: Schema): ReadValue | undefined {
  const alternatives = (anyOf ?? oneOf)?.map(compileValue);
  if (!alternatives) return undefined;
  return (raw, name) => {
    const fits = alternatives.map((read) => read(raw, name)).filter((value) => !(value instanceof Fault));
    if (fits.length === 0) return new Fault('rest_no_matching_schema', `${name} fits none of the expected forms`);
    if (oneOf && !anyOf && fits.length > 1)
      return new Fault('rest_one_of_multiple_matches', `${name} fits more than one of the expected forms`);
    return fits[0];
  };
}
