import type { Camel } from '../schema.ts';

/** The types that a value of the shop interface can have. */
export type ShopType = 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'null' | 'file';
/** What a text means beyond being one. */
export type ShopFormat = 'date-time' | 'uri' | 'email' | 'ip' | 'uuid' | 'hex-color';

/** What a value must be: the keywords that are published in the index, literally. */
export interface ShopSchema {
  /** Of a list the first that fits; without one anything goes, and nothing is converted. */
  readonly type?: ShopType | readonly ShopType[];
  readonly description?: string;
  /** Values of which it must be one; an empty list is published and restricts nothing. */
  readonly enum?: readonly unknown[];
  readonly format?: ShopFormat;
  readonly minimum?: number;
  readonly maximum?: number;
  /** Whether the bound itself is out of bounds. */
  readonly exclusiveMinimum?: boolean;
  readonly exclusiveMaximum?: boolean;
  readonly multipleOf?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly items?: ShopSchema;
  readonly properties?: ShopParams;
  /** What members that are not listed must be; unless given they are kept as they are, with `false` they are refused. */
  readonly additionalProperties?: boolean | ShopSchema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly anyOf?: readonly ShopSchema[];
  readonly oneOf?: readonly ShopSchema[];
}

/** One parameter of the shop interface. Everything but the last three members is published as it stands. */
export interface ShopDescriptor extends ShopSchema {
  readonly required?: boolean;
  /** Taken as it is when the parameter is not sent; `null` is published and never taken. */
  readonly default?: unknown;
  /** `false` for what is read and checked but not in the index. */
  readonly published?: false;
  /** Says that a text in place of a list is divided at commas only: its items may have blanks. */
  readonly divided?: 'at commas';
  /** Lets null through as it is, which is not published. */
  readonly orNull?: true;
  /** The whole body under this name, whatever it is. */
  readonly in?: 'whole body';
}

/** Parameters by the name they have on the wire. */
export type ShopParams = Readonly<Record<string, ShopDescriptor>>;

/** A file that was sent in a form. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  readonly bytes: Uint8Array;
}

type TextOf<D> = D extends { readonly enum: readonly (infer E extends string)[] }
  ? [E] extends [never]
    ? string
    : E
  : string;
type ListOf<D> = D extends { readonly items: infer I } ? readonly ShopValueOf<I>[] : readonly unknown[];
type ObjectOf<D> = D extends { readonly properties: infer P }
  ? MembersOf<P> & Readonly<Record<string, unknown>>
  : Readonly<Record<string, unknown>>;

type ByType<T, D> = T extends 'string'
  ? TextOf<D>
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'array'
        ? ListOf<D>
        : T extends 'object'
          ? ObjectOf<D>
          : T extends 'null'
            ? null
            : T extends 'file'
              ? SentFile
              : never;

/** The value that a descriptor yields. */
export type ShopValueOf<D> = D extends { readonly orNull: true } ? TypedValueOf<D> | null : TypedValueOf<D>;
type TypedValueOf<D> = D extends { readonly type: infer T }
  ? T extends readonly (infer Each)[]
    ? ByType<Each, D>
    : ByType<T, D>
  : unknown;

type Present<P> = {
  [K in keyof P]: P[K] extends { readonly required: true } | { readonly default: {} } ? K : never;
}[keyof P];
type MembersOf<P> = {
  readonly [K in Present<P> as Camel<K>]: ShopValueOf<P[K]>;
} & { readonly [K in Exclude<keyof P, Present<P>> as Camel<K>]?: ShopValueOf<P[K]> };

/** What a use case receives once a request has passed: its parameters, and the variables of its path. */
export type ShopInputOf<P, V> = {
  readonly [K in Present<P> | (keyof P & keyof V) as Camel<K>]: ShopValueOf<P[K]>;
} & {
  readonly [K in Exclude<keyof P, Present<P> | keyof V> as Camel<K>]?: ShopValueOf<P[K]>;
} & { readonly [K in Exclude<keyof V, keyof P> as Camel<K>]: string };
