import type { FieldProblem } from '../errors.ts';
import type { Schema, SchemaType } from '../schema.ts';

/** Result of reading an invalid value; the problems are in the `Reading`. */
export const INVALID: unique symbol = Symbol('invalid');
export type Invalid = typeof INVALID;

/** Reads and writes values of one type in records. */
export interface Codec<T> {
  readonly schema: Schema;
  /** Whether the member may be absent. */
  readonly isOptional: boolean;
  /** The value, or `INVALID` with at least one more problem in the reading. */
  read(raw: unknown, reading: Reading): T | Invalid;
  /** Canonical encoding: reading it returns the same value. */
  write(value: T): unknown;
}

/** A problem of a member, or an unknown member, which has no code. */
interface Finding {
  readonly path: (string | number)[];
  readonly code?: string;
  readonly message: string;
}

/** Problems and unknown members collected while a record is read. */
export class Reading {
  readonly #findings: Finding[] = [];

  /** Problems with the path of each member. */
  get problems(): readonly FieldProblem[] {
    return this.#findings.flatMap(({ path, code, message }) => (code === undefined ? [] : [{ path, code, message }]));
  }

  get hasProblems(): boolean {
    return this.#findings.some(({ code }) => code !== undefined);
  }

  /** Unknown members: `meta`, `lines.meta`. They are ignored and are no problem. */
  get strangers(): readonly string[] {
    return this.#findings.flatMap(({ path, code }) =>
      code === undefined ? [path.filter((name) => typeof name === 'string').join('.')] : [],
    );
  }

  /** Adds a problem of the value being read. */
  fail(code: string, message: string): Invalid {
    this.#findings.push({ path: [], code, message });
    return INVALID;
  }

  /** Records an unknown member. */
  notice(name: string): void {
    this.#findings.push({ path: [name], message: '' });
  }

  /** Reads a nested value and prefixes its findings with the name. */
  within<T>(name: string | number, read: () => T): T {
    const since = this.#findings.length;
    const value = read();
    this.#place(name, since);
    return value;
  }

  /** Like `within`, without a closure per member: files have millions of them. */
  member<T>(name: string | number, codec: Codec<T>, raw: unknown): T | Invalid {
    const since = this.#findings.length;
    const value = codec.read(raw, this);
    this.#place(name, since);
    return value;
  }

  /** Prefixes all findings from the index `since` on with the name. */
  #place(name: string | number, since: number): void {
    for (let index = since; index < this.#findings.length; index += 1) this.#findings[index]?.path.unshift(name);
  }
}

/** Whether a member has no value: it is missing, null, or an empty text. */
export const isNone = (raw: unknown): boolean => raw === undefined || raw === null || raw === '';

/** Reads empty input as null. */
export const optional = <T>(codec: Codec<T>): Codec<T | null> => ({
  schema: { ...codec.schema, type: typesOf(codec.schema).concat('null') },
  isOptional: true,
  read: (raw, reading) => (isNone(raw) ? null : codec.read(raw, reading)),
  write: (value) => (value === null ? null : codec.write(value)),
});

/** Uses a default for empty input. */
export const defaulted = <T>(codec: Codec<T>, value: T): Codec<T> => ({
  ...codec,
  schema: { ...codec.schema, type: typesOf(codec.schema).concat('null') },
  isOptional: true,
  read: (raw, reading) => (isNone(raw) ? value : codec.read(raw, reading)),
});

const typesOf = ({ type }: Schema): readonly SchemaType[] => (typeof type === 'string' ? [type] : (type ?? []));
