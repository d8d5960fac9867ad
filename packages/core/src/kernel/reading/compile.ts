import * as v from 'valibot';
import { canonical } from '../change.ts';
import type { FieldProblem } from '../errors.ts';
import { UNIT } from '../numbers/decimal.ts';
import { type Schema, type SchemaType, typesOf } from '../schema.ts';
import type { Dialect } from './dialect.ts';
import { type OtherMembers, readItems, readMembers } from './parts.ts';
import { converting, demanding, inspecting, piped, type Reader, type ReadingStep } from './steps.ts';
import { isStorable } from './storable.ts';

/** Compiles a schema to a reader of values in one encoding; done once for each schema. */
export function compile(declared: Schema, dialect: Dialect): Reader {
  const schema = dialect.complete?.(declared) ?? declared;
  const reader = piped(
    ...before(schema),
    ...alternatives(schema, dialect),
    ...typed(schema, dialect),
    ...choice(schema, dialect),
    ...after(schema),
  );
  const standIn = dialect.standInOf(schema);
  if (!standIn) return reader;
  const replaced = piped(converting(() => standIn.value));
  return v.lazy((raw) => (standIn.counts(raw) ? replaced : reader));
}

/** Compiles each schema once, on its first use. */
export function compilerOf(dialect: Dialect): (schema: Schema) => Reader {
  const known = new WeakMap<Schema, Reader>();
  return (schema) => {
    const reader = known.get(schema) ?? compile(schema, dialect);
    known.set(schema, reader);
    return reader;
  };
}

const before = ({ hooks }: Schema): readonly ReadingStep[] => (hooks?.before ? [converting(hooks.before)] : []);

const after = ({ hooks }: Schema): readonly ReadingStep[] => [
  ...(hooks?.faultsOf ? [inspecting(hooks.faultsOf as (value: unknown) => readonly FieldProblem[])] : []),
  ...(hooks?.after ? [converting(hooks.after as (value: unknown) => unknown)] : []),
];

function typed(schema: Schema, dialect: Dialect): readonly ReadingStep[] {
  const { words, deepest } = dialect;
  const conversion = schema.format && dialect.conversions[schema.format];
  if (conversion) return [converting((raw) => conversion(raw, schema)), ...bounds(schema, dialect, UNIT)];
  const all = typesOf(schema);
  // Null stands in for itself, unless it is the only type.
  const types = all.length > 1 && dialect.standInOf(schema) ? all.filter((type) => type !== 'null') : all;
  if (types.length === 0) return [converting((raw) => (isStorable(raw, deepest) ? raw : words.storable(schema)))];
  const branches = types.map((type) => {
    const convert = (raw: unknown) => dialect.convert(type, raw, schema);
    const refuse = (raw: unknown) => words.type(schema, raw);
    return { convert, steps: [converting(convert, refuse), ...keywordsOf(type, schema, dialect)] };
  });
  const [first] = branches;
  if (first && branches.length === 1) return first.steps;
  const readers = branches.map(({ convert, steps }) => ({ convert, reader: piped(...steps) }));
  const refused = piped(converting((raw) => words.type(schema, raw)));
  return [v.lazy((raw) => readers.find(({ convert }) => convert(raw) !== undefined)?.reader ?? refused)];
}

function keywordsOf(type: SchemaType, schema: Schema, dialect: Dialect): readonly ReadingStep[] {
  switch (type) {
    case 'string':
      return text(schema, dialect);
    case 'integer':
    case 'number':
      return [...multiple(schema, dialect), ...bounds(schema, dialect, 1)];
    case 'array':
      return list(schema, dialect);
    case 'object':
      return object(schema, dialect);
    default:
      return [];
  }
}

function text(schema: Schema, { words, formats }: Dialect): readonly ReadingStep[] {
  const { minLength, maxLength, pattern, format } = schema;
  const expression = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const read = format && formats[format];
  return [
    ...demanding(minLength, (least) => [(value: string) => isAtLeast(value, least), words.minLength(schema)]),
    ...demanding(maxLength, (most) => [(value: string) => !isAtLeast(value, most + 1), words.maxLength(schema)]),
    ...demanding(expression, (each) => [(value: string) => each.test(value), words.pattern(schema)]),
    ...(read ? [converting((value) => read(value as string, schema))] : []),
  ];
}

/** Whether a text has at least this number of characters (code points). */
const isAtLeast = (value: string, least: number): boolean =>
  value.length >= least && (value.length >= 2 * least || [...value].length >= least);

const multiple = (schema: Schema, { words }: Dialect): readonly ReadingStep[] =>
  demanding(schema.multipleOf, (of) => [(value: number) => isMultiple(value, of), words.multipleOf(schema)]);

/** Binary fractions are inexact: 0.3 counts as a multiple of 0.1. */
function isMultiple(value: number, of: number): boolean {
  const ratio = value / of;
  return Math.abs(ratio - Math.round(ratio)) <= Number.EPSILON * Math.max(1, Math.abs(ratio)) * 4;
}

/** Bounds of a number, in units of which `unit` make one. */
function bounds(schema: Schema, { words }: Dialect, unit: number): readonly ReadingStep[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema;
  const least = minimum === undefined ? undefined : minimum * unit;
  const most = maximum === undefined ? undefined : maximum * unit;
  return [
    ...demanding(least, (bound) => [
      (value: number) => (exclusiveMinimum ? value > bound : value >= bound),
      words.minimum(schema),
    ]),
    ...demanding(most, (bound) => [
      (value: number) => (exclusiveMaximum ? value < bound : value <= bound),
      words.maximum(schema),
    ]),
  ];
}

/** Items of an oversized list are not read. */
function list(schema: Schema, dialect: Dialect): readonly ReadingStep[] {
  const { items, minItems, maxItems, uniqueItems } = schema;
  const { words, mostItems } = dialect;
  const most = Number.isFinite(mostItems) && !typesOf(items ?? {}).includes('object') ? 1 : mostItems;
  type List = readonly unknown[];
  return [
    ...demanding(maxItems, (limit) => [(value: List) => value.length <= limit, words.maxItems(schema)]),
    readItems(compile(items ?? {}, dialect), most),
    ...demanding(minItems, (limit) => [(value: List) => value.length >= limit, words.minItems(schema)]),
    ...demanding(uniqueItems || undefined, () => [
      (value: List) => new Set(value.map(canonical)).size === value.length,
      words.uniqueItems(schema),
    ]),
  ];
}

function object(schema: Schema, dialect: Dialect): readonly ReadingStep[] {
  const { properties = {}, minProperties, maxProperties } = schema;
  const { words } = dialect;
  const members = Object.entries(properties).map(([name, each]) => {
    const reader = compile(each, dialect);
    const byDefault = dialect.defaultOf(each, (raw) => v.safeParse(reader, raw).output);
    return { name, reader, byDefault, missing: each.required ? words.required(each) : undefined };
  });
  const size = (value: object) => Object.keys(value).length;
  return [
    ...demanding(minProperties, (limit) => [(value: object) => size(value) >= limit, words.minProperties(schema)]),
    ...demanding(maxProperties, (limit) => [(value: object) => size(value) <= limit, words.maxProperties(schema)]),
    readMembers(members, othersOf(schema, dialect)),
  ];
}

function othersOf(schema: Schema, dialect: Dialect): OtherMembers {
  const { additionalProperties: allowed, properties, ignores: ignored = [], names } = schema;
  const { words, unlisted } = dialect;
  const rules = {
    ignored,
    unstorable: words.storable(schema),
    names: names === undefined ? undefined : new RegExp(names, 'u'),
    misnamed: words.names(schema),
  };
  if (allowed === false || (allowed === undefined && properties && unlisted === 'refused'))
    return { ...rules, reader: words.additionalProperties(schema) };
  if (allowed === undefined && properties && unlisted === 'dropped') return { ...rules, reader: undefined };
  return { ...rules, reader: compile(typeof allowed === 'object' ? allowed : {}, dialect) };
}

/** Objects are compared regardless of the order of their members. */
function choice(schema: Schema, { words }: Dialect): readonly ReadingStep[] {
  const choices = schema.enum ?? [];
  if (choices.length === 0 || schema.format === 'sort') return [];
  const isPlain = choices.every((each) => typeof each !== 'object' || each === null);
  const known = new Set<unknown>(isPlain ? choices : choices.map(canonical));
  return demanding(known, () => [(value) => known.has(isPlain ? value : canonical(value)), words.enum(schema)]);
}

function alternatives(schema: Schema, dialect: Dialect): readonly ReadingStep[] {
  const { anyOf, oneOf } = schema;
  const readers = (anyOf ?? oneOf)?.map((each) => compile(each, dialect));
  if (!readers) return [];
  const { words } = dialect;
  const choose = (raw: unknown): unknown => {
    const fits = readers.map((reader) => v.safeParse(reader, raw)).filter(({ success }) => success);
    if (!fits[0]) return words.anyOf(schema);
    return oneOf && !anyOf && fits.length > 1 ? words.oneOf(schema) : fits[0].output;
  };
  return [converting(choose)];
}
