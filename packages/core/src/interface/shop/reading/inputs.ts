import type { Camel } from '../../../kernel/names.ts';

/** A file uploaded in a form. */
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

/** Type of the parsed value of a descriptor. */
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

/** Type of a use case's input: its parameters and the variables of its path. */
export type ShopInputOf<P, V> = {
  readonly [K in Present<P> | (keyof P & keyof V) as Camel<K>]: ShopValueOf<P[K]>;
} & {
  readonly [K in Exclude<keyof P, Present<P> | keyof V> as Camel<K>]?: ShopValueOf<P[K]>;
} & { readonly [K in Exclude<keyof V, keyof P> as Camel<K>]: string };
