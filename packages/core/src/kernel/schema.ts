import type { FieldProblem } from './errors.ts';

/** Types of JSON, and files of a form. */
export type SchemaType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null' | 'file';

/** The meaning of a text or number beyond its type. */
export type SchemaFormat =
  | 'amount'
  | 'date-time'
  | 'email'
  | 'hex-color'
  | 'instant'
  | 'ip'
  | 'money'
  | 'multiline'
  | 'password'
  | 'quantity'
  | 'reference'
  | 'sort'
  | 'uri'
  | 'uuid';

/**
 * The one description of values: parameters and bodies of both interfaces, answers, records. JSON Schema keywords, and below
 * them the keywords that only readers know, which are not published.
 */
export interface Schema {
  /** Name of the component in OpenAPI documents; not in the site index. A name stands for one shape only. */
  readonly name?: string;
  /** Of a list the first that fits; without one any value is taken as it is. */
  readonly type?: SchemaType | readonly SchemaType[];
  readonly description?: string;
  /** Permitted values; an empty list restricts nothing. */
  readonly enum?: readonly unknown[];
  readonly format?: SchemaFormat;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Whether the bound itself is out of bounds (draft 4). */
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: Schema;
  readonly properties?: Schemas;
  /** Members that are not listed: kept unread unless given, refused with `false`. */
  readonly additionalProperties?: boolean | Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly required?: boolean;
  /** Used when the value is missing; `null` is published and never used. */
  readonly default?: unknown;
  /** `false` for parameters that are read but not in the site index. */
  readonly published?: false;
  /** A text in place of a list is divided at commas only, so items may contain blanks. */
  readonly divided?: 'at commas';
  /** Accepts null, which is not published. */
  readonly orNull?: true;
  /** Accepts null, which is published. */
  readonly nullable?: boolean;
  /** Value of a missing, null or empty member of a record. */
  readonly standIn?: unknown;
  /** Sentence about a value that does not match the pattern. */
  readonly hint?: string;
  /** Pattern of the names of members that are not listed. */
  readonly names?: string;
  readonly hooks?: SchemaHooks;
  /** Members of an object that are known and dropped. */
  readonly ignores?: readonly string[];
  /** The location where it is not the usual one of the method; `device_token` in a header is `Device-Token`. */
  readonly in?: 'query' | 'header' | 'whole body';
}

/** Steps of a reader that no keyword expresses. */
export interface SchemaHooks {
  /** Converts the raw value first. */
  readonly before?: (raw: unknown) => unknown;
  /** Faults of a value that has none so far; their paths begin inside the value. */
  readonly faultsOf?: (value: never) => readonly FieldProblem[];
  /** Converts the value at last. */
  readonly after?: (value: never) => unknown;
}

/** Schemas by the published name of the value. */
export type Schemas = Readonly<Record<string, Schema>>;

/** The types of a schema, as a list; empty if any value is taken. */
export const typesOf = ({ type }: Schema): readonly SchemaType[] =>
  type === undefined ? [] : typeof type === 'string' ? [type] : type;

/** Types that a word of a command line or a query can have. */
export type PlainType = Exclude<SchemaType, 'null' | 'file'>;

/** The first type besides null; a text for files and for any value. */
export function plainTypeOf(schema: Schema): PlainType {
  const type = typesOf(schema).find((each) => each !== 'null');
  return type === undefined || type === 'file' ? 'string' : type;
}

/** The permitted texts of a schema; undefined if it permits any. */
export function choicesOf({ enum: choices = [] }: Schema): readonly string[] | undefined {
  const texts = choices.filter((each) => typeof each === 'string');
  return texts.length === 0 ? undefined : texts;
}
