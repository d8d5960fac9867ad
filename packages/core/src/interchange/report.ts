import type { FieldProblem } from '../kernel/errors.ts';
import type { RecordKind } from './kinds.ts';

/** One thing that is wrong with one line. */
export interface LineProblem {
  /** From 1 on, blank lines counted. */
  readonly line: number;
  readonly kind: RecordKind | null;
  /** `lines[0].total`; empty where it is the whole line. */
  readonly member: string;
  readonly code: string;
  readonly reason: string;
}

/** What an import did. */
export interface RecordsReport {
  /** What was stored, or would have been. */
  readonly records: Readonly<Partial<Record<RecordKind, number>>>;
  readonly stored: number;
  /** Lines that were no good. */
  readonly failed: number;
  /** What was wrong with them; of many the first thousand. */
  readonly problems: readonly LineProblem[];
  /** Members that nobody knows, and how often they were there. */
  readonly strangers: Readonly<Record<string, number>>;
  /** Whether what is counted as stored is stored indeed. */
  readonly kept: boolean;
}

/** Most problems that are told. */
const MOST_TOLD = 1_000;
/** Most names of unknown members that are told. */
const MOST_STRANGERS = 1_000;

/** Counts what an import does, or a part of it that may have to be done again. */
export class RecordsTally {
  readonly #records = new Map<RecordKind, number>();
  readonly #problems: LineProblem[] = [];
  readonly #strangers = new Map<string, number>();
  #failed = 0;

  /** Lines that were no good so far. */
  get failed(): number {
    return this.#failed;
  }

  /** Records that were stored so far. */
  get stored(): number {
    return [...this.#records.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Notes a record that was stored. */
  count(kind: RecordKind, count = 1): void {
    this.#records.set(kind, (this.#records.get(kind) ?? 0) + count);
  }

  /** Notes everything that is wrong with a line. */
  fail(line: number, kind: RecordKind | null, problems: readonly FieldProblem[]): void {
    this.#failed += 1;
    for (const { path, code, message } of problems)
      if (this.#problems.length < MOST_TOLD)
        this.#problems.push({ line, kind, member: memberAt(path), code, reason: message });
  }

  /** Notes a member that nobody knows. */
  notice(name: string, count = 1): void {
    const known = this.#strangers.get(name);
    if (known !== undefined || this.#strangers.size < MOST_STRANGERS) this.#strangers.set(name, (known ?? 0) + count);
  }

  /** Adds what a part did that is done for good. */
  absorb(part: RecordsTally): void {
    for (const [kind, count] of part.#records) this.count(kind, count);
    for (const [name, count] of part.#strangers) this.notice(name, count);
    this.#problems.push(...part.#problems.slice(0, MOST_TOLD - this.#problems.length));
    this.#failed += part.#failed;
  }

  /** The same without what was stored, for work that was undone. */
  withoutStored(): RecordsTally {
    const rest = new RecordsTally();
    rest.absorb(this);
    rest.#records.clear();
    return rest;
  }

  /** What is told in the end. */
  report(kept: boolean): RecordsReport {
    return {
      records: Object.fromEntries(this.#records),
      stored: this.stored,
      failed: this.#failed,
      problems: this.#problems.toSorted((a, b) => a.line - b.line),
      strangers: Object.fromEntries(this.#strangers),
      kept,
    };
  }
}

/** Members by the names that files use: use cases say `customerId`. What stands below is named by the file. */
const memberAt = (path: FieldProblem['path']): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : `${text}.${part}`;
  }, '');
