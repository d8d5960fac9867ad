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
  | 'names'
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

/** A value that some raw values stand for. */
export interface StandIn {
  counts(raw: unknown): boolean;
  readonly value: unknown;
}

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
  /** The raw values that stand for another one, as null does for itself; undefined if none does. */
  standInOf(schema: Schema): StandIn | undefined;
  /** The value of a missing member; undefined if it has no default. */
  defaultOf(schema: Schema, read: (raw: unknown) => unknown): unknown;
  readonly words: Words;
  /** What becomes of unlisted members of an object that lists some, unless its schema says otherwise. */
  readonly unlisted: 'kept' | 'refused' | 'dropped';
  /** Maximum invalid items reported of a list of objects; of other lists, the first only, unless it is infinite. */
  readonly mostItems: number;
  /** Maximum depth of values without a schema. */
  readonly deepest: number;
}
