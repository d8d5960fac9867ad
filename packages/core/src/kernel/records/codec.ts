import type { FieldProblem } from '../errors.ts';
import type { Schema, SchemaType } from '../schema.ts';

/** Result of reading a value that is not valid; the reading says why. */
export const INVALID: unique symbol = Symbol('invalid');
/** The type of `INVALID`. */
export type Invalid = typeof INVALID;

/** How one type is read from a record and written to it. */
export interface Codec<T> {
  readonly schema: Schema;
  /** Whether it may be left out. */
  readonly isOptional: boolean;
  /** The value, or `INVALID` with at least one more problem in the reading. */
  read(raw: unknown, reading: Reading): T | Invalid;
  /** The one form in which it is written: reading gives the same again. */
  write(value: T): unknown;
}

/** Something wrong with a member; a member that nobody knows has no code. */
interface Finding {
  readonly path: (string | number)[];
  readonly code?: string;
  readonly message: string;
}

/** What was found out while a record was read. */
export class Reading {
  readonly #findings: Finding[] = [];

  /** What is wrong, each with the way to the member. */
  get problems(): readonly FieldProblem[] {
    return this.#findings.flatMap(({ path, code, message }) => (code === undefined ? [] : [{ path, code, message }]));
  }

  /** Whether anything is wrong. */
  get hasProblems(): boolean {
    return this.#findings.some(({ code }) => code !== undefined);
  }

  /** Members that nobody knows: `meta`, `lines.meta`. They are left out and count as no problem. */
  get strangers(): readonly string[] {
    return this.#findings.flatMap(({ path, code }) =>
      code === undefined ? [path.filter((name) => typeof name === 'string').join('.')] : [],
    );
  }

  /** Adds a problem with the value that is being read. */
  fail(code: string, message: string): Invalid {
    this.#findings.push({ path: [], code, message });
    return INVALID;
  }

  /** Notes a member that nobody knows. */
  notice(name: string): void {
    this.#findings.push({ path: [name], message: '' });
  }

  /** Reads something that stands under a name, so that what is found out tells where. */
  within<T>(name: string | number, read: () => T): T {
    const since = this.#findings.length;
    const value = read();
    this.#place(name, since);
    return value;
  }

  /** The same for a value and how it is read, without a function for each: files have millions of them. */
  member<T>(name: string | number, codec: Codec<T>, raw: unknown): T | Invalid {
    const since = this.#findings.length;
    const value = codec.read(raw, this);
    this.#place(name, since);
    return value;
  }

  /** Whatever was found out after the first so many stands under that name. */
  #place(name: string | number, since: number): void {
    for (let index = since; index < this.#findings.length; index += 1) this.#findings[index]?.path.unshift(name);
  }
}

/** Whether a member says that there is nothing: it is missing, null, or an empty text. */
export const isNone = (raw: unknown): boolean => raw === undefined || raw === null || raw === '';

/** What says nothing is null. */
export const optional = <T>(codec: Codec<T>): Codec<T | null> => ({
  schema: { ...codec.schema, type: typesOf(codec.schema).concat('null') },
  isOptional: true,
  read: (raw, reading) => (isNone(raw) ? null : codec.read(raw, reading)),
  write: (value) => (value === null ? null : codec.write(value)),
});

/** What says nothing is this value. */
export const defaulted = <T>(codec: Codec<T>, value: T): Codec<T> => ({
  ...codec,
  schema: { ...codec.schema, type: typesOf(codec.schema).concat('null') },
  isOptional: true,
  read: (raw, reading) => (isNone(raw) ? value : codec.read(raw, reading)),
});

const typesOf = ({ type }: Schema): readonly SchemaType[] => (typeof type === 'string' ? [type] : (type ?? []));
