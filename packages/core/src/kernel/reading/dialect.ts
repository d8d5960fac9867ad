import type { Schema, SchemaFormat, SchemaType } from '../schema.ts';
import type { Fault } from './fault.ts';

/** What a value may violate: a keyword of its schema, or `storable` for texts that databases cannot store. */
export type Rule =
  | 'additionalProperties'
  | 'anyOf'
  | 'enum'
  | 'maxItems'
  | 'maxLength'
  | 'maxProperties'
  | 'maximum'
  | 'minItems'
  | 'minLength'
  | 'minProperties'
  | 'minimum'
  | 'multipleOf'
  | 'oneOf'
  | 'pattern'
  | 'required'
  | 'storable'
  | 'type'
  | 'uniqueItems';

/** The fault of each rule; the value is given for faults that depend on it. */
export type Words = Readonly<Record<Rule, (schema: Schema, raw?: unknown) => Fault>>;

/** Readers by format; each returns a `Fault` for a value without that format. */
export type FormatReaders<T> = Readonly<Partial<Record<SchemaFormat, (raw: T, schema: Schema) => unknown>>>;

/** How one encoding of values is read: its conversions, its defaults, and the words of its faults. */
export interface Dialect {
  /** Adds the keywords that are assumed where a schema omits them. */
  complete?(schema: Schema): Schema;
  /** Converts a value to a type; undefined if it is not of that type, a `Fault` if it is but cannot be taken. */
  convert(type: SchemaType, raw: unknown, schema: Schema): unknown;
  /** Formats whose value is not the one of JSON, and is read in place of `convert`: a timestamp becomes a `Date`. */
  readonly conversions: FormatReaders<unknown>;
  /** Formats of texts, read after `convert`. */
  readonly formats: FormatReaders<string>;
  /** The values that count as null; undefined if none does. */
  nullsOf(schema: Schema): ((raw: unknown) => boolean) | undefined;
  /** The value of a missing member; undefined if it has no default. */
  defaultOf(schema: Schema, read: (raw: unknown) => unknown): unknown;
  readonly words: Words;
  /** Whether objects refuse unlisted members unless their schema says otherwise. */
  readonly isClosed: boolean;
  /** Maximum invalid items reported of a list of objects; of other lists, the first only, unless it is infinite. */
  readonly mostItems: number;
  /** Maximum depth of values without a schema. */
  readonly deepest: number;
}
