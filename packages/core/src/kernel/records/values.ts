import { LARGEST_ID } from '../identifier.ts';
import type { Amount } from '../numbers/amount.ts';
import type { Quantity } from '../numbers/decimal.ts';
import { type Schema, type SchemaHooks, type SchemaType, typesOf } from '../schema.ts';

declare const value: unique symbol;
/** A schema of records, with the type of the value that it is read to. */
export type SchemaOf<T> = Schema & { readonly [value]?: T };

/** `createdAt` → `created_at`. */
export type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : '';

/** Schemas of an entity's members by record name, in the order in which they are written. */
export type MembersOf<T> = { readonly [K in keyof T & string as Snake<K>]: SchemaOf<T[K]> };

/** A text; a number is converted to its digits. Characters that databases cannot store are rejected. */
export const text = (maxLength = 500): SchemaOf<string> => ({ type: 'string', maxLength });

/** A text that matches a pattern; `hint` is the sentence about one that does not. */
export const textLike = (pattern: RegExp, hint: string, maxLength = 500): SchemaOf<string> => ({
  ...text(maxLength),
  pattern: pattern.source,
  hint,
});

/** An integer within bounds, as a number or as digits. */
export const whole = (minimum: number, maximum: number): SchemaOf<number> => ({ type: 'integer', minimum, maximum });

/** The id of a record. */
export const id: SchemaOf<number> = whole(1, LARGEST_ID);

/** The id of another record; 0 counts as none. */
export const idOrNone: SchemaOf<number | null> = {
  ...whole(0, LARGEST_ID),
  type: ['integer', 'null'],
  format: 'reference',
  standIn: null,
};

/** Money or a percentage: decimal text, or a number. */
export const amount: SchemaOf<Amount> = { type: ['string', 'number'], format: 'amount' };

/** A quantity of stock, with at most four decimals. */
export const quantity: SchemaOf<Quantity> = { type: 'number', format: 'quantity' };

export const flag: SchemaOf<boolean> = { type: 'boolean' };

export const choice = <W extends string>(words: readonly W[]): SchemaOf<W> => ({ type: 'string', enum: words });

/** A timestamp, to the millisecond; written in UTC. */
export const instant: SchemaOf<Date> = { type: 'string', format: 'instant' };

/** A currency by its ISO 4217 code. */
export const currency = textLike(/^[A-Z]{3}$/, 'It must be a currency like USD.', 3);

/** Reads empty input as null. */
export const optional = <T>(schema: SchemaOf<T>): SchemaOf<T | null> => ({ ...orNull(schema), standIn: null });

/** Uses a default for empty input. */
export const defaulted = <T>(schema: SchemaOf<T>, standIn: T): SchemaOf<T> => ({ ...orNull(schema), standIn });

const orNull = (schema: Schema): Schema => {
  const types: readonly SchemaType[] = [...typesOf(schema), 'null'];
  return { ...schema, type: types };
};

/** Adds steps that no keyword expresses. */
export const hooked = <T>(schema: SchemaOf<T>, hooks: SchemaHooks): SchemaOf<T> => ({
  ...schema,
  hooks: { ...schema.hooks, ...hooks },
});

/** An object with these members; others are dropped. The name is that of its schema in OpenAPI documents. */
export const recordOf = <T extends object>(name: string, members: MembersOf<T>): SchemaOf<T> => ({
  name,
  type: 'object',
  properties: Object.fromEntries(
    Object.entries<Schema>(members).map(([member, schema]) => [
      member,
      schema.standIn === undefined ? { ...schema, required: true } : schema,
    ]),
  ),
});

/** A list with a maximum length. */
export const listOf = <T>(items: SchemaOf<T>, maxItems = 10_000): SchemaOf<readonly T[]> => ({
  type: 'array',
  items,
  maxItems,
});

/** A list that may be absent when empty. */
export const listOrNone = <T>(items: SchemaOf<T>, maxItems?: number): SchemaOf<readonly T[]> => ({
  ...listOf(items, maxItems),
  standIn: [],
});

/** Values by arbitrary names that match a pattern; an empty list counts as an empty object. */
export const mapOf = <T>(values: SchemaOf<T>, names: RegExp): SchemaOf<Readonly<Record<string, T>>> => ({
  type: 'object',
  additionalProperties: values,
  names: names.source,
  standIn: {},
});
