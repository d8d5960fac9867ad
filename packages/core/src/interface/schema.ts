import { LARGEST_ID } from '../kernel/identifier.ts';
import type { Schema, Schemas, SchemaType } from '../kernel/schema.ts';
import type { ScalarMembers } from './input.ts';

type Options = Omit<Schema, 'type' | 'items' | 'properties'>;
// NoInfer: otherwise O is inferred from the use of the descriptor, and literals widen.
type Made<D, O> = D & NoInfer<O>;

const made = (type: SchemaType, fixed: object, options: object | undefined) =>
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
export const listOf = <const I extends Schema, const O extends Options = {}>(
  items: I,
  options?: O,
): Made<{ readonly type: 'array'; readonly items: I }, O> => made('array', { items }, options);
/** An object with these members; in a query, `name.member=value`. */
export const objectOf = <const P extends Schemas, const O extends Options = {}>(
  properties: P,
  options?: O,
): Made<{ readonly type: 'object'; readonly properties: P }, O> => made('object', { properties }, options);
/** An object under a name of its own in OpenAPI documents, as answers have it. */
export const namedObject = <const P extends Schemas, const O extends Options = {}>(
  name: string,
  properties: P,
  options?: O,
): Made<{ readonly type: 'object'; readonly properties: P }, O> => made('object', { name, properties }, options);
/** Numbers of the records of a list by status. */
export const totalsByStatus = <const E extends readonly string[]>(name: string, statuses: E) =>
  namedObject(name, {
    total: integer({ minimum: 0, description: 'How many the list has when no status is asked for.' }),
    statuses: listOf(objectOf({ status: choice(statuses), total: integer({ minimum: 0 }) }), {
      description: 'Every status, also those without records.',
    }),
  });
/** An object with arbitrary members. */
export const record = <const O extends Options = {}>(
  options?: O,
): Made<{ readonly type: 'object' } & ScalarMembers, O> => made('object', {}, options);
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
