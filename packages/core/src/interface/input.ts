import type { Camel } from '../kernel/names.ts';
import type { SortKey } from '../kernel/page.ts';
import type { SchemaType } from '../kernel/schema.ts';

/** A file uploaded in a form. */
export interface SentFile {
  readonly name: string;
  readonly type: string;
  /** Bytes. */
  readonly size: number;
  /** Streams the content; until the request has been answered. */
  chunks(): AsyncIterable<Uint8Array>;
}

declare const scalars: unique symbol;
/** Marks the type of objects whose members are chosen by the sender, and whose values the use case checks to be scalars. */
export interface ScalarMembers {
  readonly [scalars]: true;
}

/** Texts; formats whose value is another one are read as that. */
type TextOf<S> = S extends { readonly format: 'sort'; readonly enum: readonly (infer E extends string)[] }
  ? readonly SortKey<E>[]
  : S extends { readonly format: 'instant' }
    ? Date
    : S extends { readonly format: 'money' }
      ? number
      : S extends { readonly enum: readonly (infer E extends string)[] }
        ? [E] extends [never]
          ? string
          : E
        : string;
type ListOf<S> = S extends { readonly items: infer I } ? readonly ValueOf<I>[] : readonly unknown[];
type ObjectOf<S> = S extends { readonly properties: infer P }
  ? InputOf<P> & Readonly<Record<string, unknown>>
  : S extends ScalarMembers
    ? Readonly<Record<string, string | number | boolean | null>>
    : Readonly<Record<string, unknown>>;

type ByType<T, S> = T extends 'string'
  ? TextOf<S>
  : T extends 'integer' | 'number'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'array'
        ? ListOf<S>
        : T extends 'object'
          ? ObjectOf<S>
          : T extends 'null'
            ? null
            : T extends 'file'
              ? SentFile
              : never;

type TypedValueOf<S> = S extends { readonly type: SchemaType }
  ? ByType<S['type'], S>
  : S extends { readonly type: readonly (infer Each)[] }
    ? ByType<Each, S>
    : unknown;

/** Type of the value that a schema is read to. */
export type ValueOf<S> = S extends { readonly nullable: true } | { readonly orNull: true }
  ? TypedValueOf<S> | null
  : TypedValueOf<S>;

type Present<P> = {
  [K in keyof P]: P[K] extends { readonly required: true } | { readonly default: {} } ? K : never;
}[keyof P];

/** Type of a use case's input: the values of its parameters, and the variables of its path that are none. */
export type InputOf<P, V = {}> = {
  readonly [K in Present<P> | (keyof P & keyof V) as Camel<K>]: ValueOf<P[K]>;
} & {
  readonly [K in Exclude<keyof P, Present<P> | keyof V> as Camel<K>]?: ValueOf<P[K]>;
} & { readonly [K in Exclude<keyof V, keyof P> as Camel<K>]: string };
