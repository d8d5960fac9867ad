import { LARGEST_ID } from '../kernel/identifier.ts';
import type { Camel } from '../kernel/names.ts';
import type { SortKey } from '../kernel/page.ts';
import type { Schema } from '../kernel/schema.ts';

/**
 * Schema profile of the inventory interface: single types and closed objects. Parsing, validation, documentation and
 * command-line flags are derived from it.
 */
export interface Descriptor extends Schema {
  readonly type: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object';
  readonly enum?: readonly string[];
  readonly items?: Descriptor;
  readonly properties?: Params;
  readonly in?: 'query';
}
/** Parameters by their wire names. */
export type Params = Readonly<Record<string, Descriptor>>;

type Options = Omit<Descriptor, 'type' | 'items' | 'properties'>;
// NoInfer: otherwise O is inferred from the use of the descriptor, and literals widen.
type Made<D, O> = D & NoInfer<O>;

const made = (type: Descriptor['type'], fixed: object, options: object | undefined) =>
  ({ type, ...fixed, ...options }) as never;

/** A text: trimmed, in Unicode NFC, without control characters. */
export const text = <const O extends Options = {}>(options?: O): Made<{ readonly type: 'string' }, O> =>
  made('string', {}, options);
/** A text that is taken exactly as sent and never returned. */
export const password = <const O extends Options = {}>(
  options?: O,
): Made<{ readonly type: 'string'; readonly format: 'password' }, O> => made('string', { format: 'password' }, options);
export const integer = <const O extends Options = {}>(options?: O): Made<{ readonly type: 'integer' }, O> =>
  made('integer', {}, options);
export const flag = <const O extends Options = {}>(options?: O): Made<{ readonly type: 'boolean' }, O> =>
  made('boolean', {}, options);
export const choice = <const E extends readonly string[], const O extends Options = {}>(
  values: E,
  options?: O,
): Made<{ readonly type: 'string'; readonly enum: E }, O> => made('string', { enum: values }, options);
/** A stock quantity: a number or decimal text with at most four decimals. */
export const quantity = <const O extends Options = {}>(
  options?: O,
): Made<{ readonly type: 'number'; readonly format: 'quantity' }, O> => made('number', { format: 'quantity' }, options);
/** An amount of money: a decimal text with at most four decimals. */
export const money = <const O extends Options = {}>(
  options?: O,
): Made<{ readonly type: 'string'; readonly format: 'money' }, O> => made('string', { format: 'money' }, options);
/** A timestamp (RFC 3339), with any offset. */
export const dateTime = <const O extends Options = {}>(
  options?: O,
): Made<{ readonly type: 'string'; readonly format: 'instant' }, O> => made('string', { format: 'instant' }, options);
/** A list; in a query, separated by commas. */
export const listOf = <const I extends Descriptor, const O extends Options = {}>(
  items: I,
  options?: O,
): Made<{ readonly type: 'array'; readonly items: I }, O> => made('array', { items }, options);
/** An object with these members; in a query, `name.member=value`. */
export const objectOf = <const P extends Params, const O extends Options = {}>(
  properties: P,
  options?: O,
): Made<{ readonly type: 'object'; readonly properties: P }, O> => made('object', { properties }, options);
/** An object under a name of its own in OpenAPI documents, as answers have it. */
export const namedObject = <const P extends Params, const O extends Options = {}>(
  name: string,
  properties: P,
  options?: O,
): Made<{ readonly type: 'object'; readonly properties: P }, O> => made('object', { name, properties }, options);
/** An object with arbitrary members. */
export const record = <const O extends Options = {}>(options?: O): Made<{ readonly type: 'object' }, O> =>
  made('object', {}, options);
/** Sort order of a list: `name,-created_at`. */
export const sortBy = <const E extends readonly string[], const O extends Options = {}>(
  fields: E,
  options?: O,
): Made<{ readonly type: 'string'; readonly format: 'sort'; readonly enum: E }, O> =>
  made('string', { format: 'sort', enum: fields }, options);

/** The id of a stored object: an integer from 1 to the database's maximum. */
export const id = <const O extends Omit<Options, 'minimum' | 'maximum'> = {}>(
  options?: O,
): Made<{ readonly type: 'integer' }, O> => made('integer', { minimum: 1, maximum: LARGEST_ID }, options);
/** An id used as a cursor: an id, or 0 for the start. */
export const idOrStart = <const O extends Omit<Options, 'minimum' | 'maximum'> = {}>(
  options?: O,
): Made<{ readonly type: 'integer' }, O> => made('integer', { minimum: 0, maximum: LARGEST_ID }, options);
export const pathId = id({ required: true });
/** Page number parameters of a list. */
export const paging = {
  page: integer({ default: 1, minimum: 1, maximum: 2_147_483_647, description: 'Which page, counted from 1.' }),
  per_page: integer({ default: 100, minimum: 1, maximum: 500, description: 'Entries per page.' }),
} as const;

export type ValueOf<D> = D extends { readonly nullable: true } ? PlainValueOf<D> | null : PlainValueOf<D>;
type PlainValueOf<D> = D extends { readonly format: 'sort'; readonly enum: readonly (infer E extends string)[] }
  ? readonly SortKey<E>[]
  : D extends { readonly enum: readonly (infer E)[] }
    ? E
    : D extends { readonly format: 'instant' }
      ? Date
      : D extends { readonly format: 'money' } | { readonly type: 'integer' | 'number' }
        ? number
        : D extends { readonly type: 'string' }
          ? string
          : D extends { readonly type: 'boolean' }
            ? boolean
            : D extends { readonly type: 'array'; readonly items: infer I }
              ? readonly ValueOf<I>[]
              : D extends { readonly type: 'object'; readonly properties: infer P }
                ? InputOf<P>
                : D extends { readonly type: 'object' }
                  ? Readonly<Record<string, string | number | boolean | null>>
                  : never;
type Present<P> = {
  [K in keyof P]: P[K] extends { readonly required: true } | { readonly default: {} } ? K : never;
}[keyof P];
/** Type of a use case's input, derived from its descriptors. */
export type InputOf<P> = {
  readonly [K in Present<P> as Camel<K>]: ValueOf<P[K]>;
} & { readonly [K in Exclude<keyof P, Present<P>> as Camel<K>]?: ValueOf<P[K]> };
