import type { Schemas } from '../schema.ts';
import { type Codec, INVALID, type Invalid, isNone, type Reading } from './codec.ts';

/** `createdAt` → `created_at`. */
export type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** Codecs of an entity's members by record name, in the order in which they are written. */
export type MembersOf<T> = { readonly [K in keyof T & string as Snake<K>]: Codec<T[K]> };

type Members = Readonly<Record<string, unknown>>;

/** An object with these members; others are ignored. The name is that of its schema in OpenAPI documents. */
export function recordOf<T extends object>(title: string, members: MembersOf<T>): Codec<T> {
  const known = Object.entries<Codec<unknown>>(members).map(([name, codec]) => ({ name, member: camel(name), codec }));
  const names = new Set(known.map(({ name }) => name));
  return {
    schema: { name: title, type: 'object', properties: propertiesOf(known) },
    isOptional: false,
    read(raw, reading) {
      if (isNone(raw)) return reading.fail('required', 'It is required.');
      if (!isObject(raw)) return reading.fail('wrong_type', 'It must be an object.');
      const value: Record<string, unknown> = {};
      let isValid = true;
      for (const { name, member, codec } of known) {
        const read = reading.member(name, codec, Object.hasOwn(raw, name) ? raw[name] : undefined);
        if (read === INVALID) isValid = false;
        else value[member] = read;
      }
      for (const name in raw) if (!names.has(name)) reading.notice(name);
      return isValid ? (value as T) : INVALID;
    },
    write: (value) =>
      Object.fromEntries(known.map(({ name, member, codec }) => [name, codec.write((value as Members)[member])])),
  };
}

const propertiesOf = (known: readonly { readonly name: string; readonly codec: Codec<unknown> }[]): Schemas =>
  Object.fromEntries(
    known.map(({ name, codec }) => [name, codec.isOptional ? codec.schema : { ...codec.schema, required: true }]),
  );

/** Whether a value is an object but not a list. */
export const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const camel = (name: string): string => name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A list with a maximum length. */
export const listOf = <T>(codec: Codec<T>, maxItems = 10_000): Codec<readonly T[]> => ({
  schema: { type: 'array', items: codec.schema, maxItems },
  isOptional: false,
  read(raw, reading) {
    if (isNone(raw)) return reading.fail('required', 'It is required.');
    if (!Array.isArray(raw)) return reading.fail('wrong_type', 'It must be a list.');
    if (raw.length > maxItems) return reading.fail('too_many', `At most ${maxItems} entries.`);
    const values: T[] = [];
    for (const [index, each] of raw.entries()) {
      const value = reading.member(index, codec, each);
      if (value !== INVALID) values.push(value);
    }
    return values.length === raw.length ? values : INVALID;
  },
  write: (list) => list.map((each) => codec.write(each)),
});

/** A list that may be absent when empty. */
export const listOrNone = <T>(codec: Codec<T>, maxItems?: number): Codec<readonly T[]> => {
  const list = listOf(codec, maxItems);
  return { ...list, isOptional: true, read: (raw, reading) => (isNone(raw) ? [] : list.read(raw, reading)) };
};

/** Values by arbitrary names that match a pattern; an empty list counts as an empty object. */
export const mapOf = <T>(codec: Codec<T>, names: RegExp): Codec<Readonly<Record<string, T>>> => ({
  schema: { type: 'object', additionalProperties: codec.schema },
  isOptional: true,
  read(raw, reading) {
    if (isNone(raw) || (Array.isArray(raw) && raw.length === 0)) return {};
    if (!isObject(raw)) return reading.fail('wrong_type', 'It must be an object.');
    const values: Record<string, T> = {};
    let isValid = true;
    for (const name of Object.keys(raw)) {
      const isNamed = names.test(name) && name !== '__proto__';
      const value: T | Invalid = isNamed
        ? reading.member(name, codec, raw[name])
        : reading.within(name, () => reading.fail('invalid_format', 'It cannot have that name.'));
      if (value === INVALID) isValid = false;
      else values[name] = value;
    }
    return isValid ? values : INVALID;
  },
  // Sorted by name, independent of the stored order.
  write: (values) =>
    Object.fromEntries(
      Object.entries(values)
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, value]) => [name, codec.write(value)]),
    ),
});

/** Result of reading a record: the value or its problems; in both cases with the unknown members. */
export type RecordRead<T> = { readonly strangers: readonly string[] } & (
  | { readonly value: T }
  | { readonly problems: Reading['problems'] }
);
