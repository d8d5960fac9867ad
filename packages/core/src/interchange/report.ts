import type { FieldProblem } from '../kernel/errors.ts';
import type { RecordKind } from './kinds.ts';

/** A fault of one line. */
export interface LineProblem {
  /** From 1, including blank lines. */
  readonly line: number;
  readonly kind: RecordKind | null;
  /** `lines[0].total`; empty for the whole line. */
  readonly member: string;
  readonly code: string;
  readonly reason: string;
}

/** The result of an import. */
export interface RecordsReport {
  /** Stored records by kind; in a dry run, those that would be stored. */
  readonly records: Readonly<Partial<Record<RecordKind, number>>>;
  readonly stored: number;
  /** Number of invalid lines. */
  readonly failed: number;
  /** Their faults; at most the first thousand. */
  readonly problems: readonly LineProblem[];
  /** Occurrences of unknown members, by name. */
  readonly strangers: Readonly<Record<string, number>>;
  /** Whether the stored records were committed. */
  readonly kept: boolean;
}

/** Maximum number of reported faults. */
const MAX_PROBLEMS = 1_000;
/** Maximum number of reported unknown members. */
const MAX_UNKNOWN_MEMBERS = 1_000;

/** Counts the results of an import, or of a part of it that may be retried. */
export class RecordsReportBuilder {
  readonly #records = new Map<RecordKind, number>();
  readonly #problems: LineProblem[] = [];
  readonly #unknownMembers = new Map<string, number>();
  #failed = 0;

  /** Invalid lines so far. */
  get failed(): number {
    return this.#failed;
  }

  /** Stored records so far. */
  get stored(): number {
    return [...this.#records.values()].reduce((sum, count) => sum + count, 0);
  }

  /** Counts stored records. */
  count(kind: RecordKind, count = 1): void {
    this.#records.set(kind, (this.#records.get(kind) ?? 0) + count);
  }

  /** Adds the faults of a line. */
  fail(line: number, kind: RecordKind | null, problems: readonly FieldProblem[]): void {
    this.#failed += 1;
    for (const { path, code, message } of problems)
      if (this.#problems.length < MAX_PROBLEMS)
        this.#problems.push({ line, kind, member: memberAt(path), code, reason: message });
  }

  /** Counts an unknown member. */
  countUnknownMember(name: string, count = 1): void {
    const known = this.#unknownMembers.get(name);
    if (known !== undefined || this.#unknownMembers.size < MAX_UNKNOWN_MEMBERS)
      this.#unknownMembers.set(name, (known ?? 0) + count);
  }

  /** Adds the counts of a committed part. */
  absorb(part: RecordsReportBuilder): void {
    for (const [kind, count] of part.#records) this.count(kind, count);
    for (const [name, count] of part.#unknownMembers) this.countUnknownMember(name, count);
    this.#problems.push(...part.#problems.slice(0, MAX_PROBLEMS - this.#problems.length));
    this.#failed += part.#failed;
  }

  /** A copy without the stored records, for a part that was rolled back. */
  withoutStored(): RecordsReportBuilder {
    const rest = new RecordsReportBuilder();
    rest.absorb(this);
    rest.#records.clear();
    return rest;
  }

  build(kept: boolean): RecordsReport {
    return {
      records: Object.fromEntries(this.#records),
      stored: this.stored,
      failed: this.#failed,
      problems: this.#problems.toSorted((a, b) => a.line - b.line),
      strangers: Object.fromEntries(this.#unknownMembers),
      kept,
    };
  }
}

/** Converts a path to the names of files: the first part from camel case, the rest unchanged. */
const memberAt = (path: FieldProblem['path']): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : `${text}.${part}`;
  }, '');
