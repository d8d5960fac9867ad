import type { FieldProblem } from '../../kernel/errors.ts';

/** Most faults that a report names. */
export const MOST_FAULTS = 1_000;

/** What is wrong with one row; the header is row 1. */
export interface RowFault extends Omit<FieldProblem, 'in'> {
  readonly row: number;
}

/** What came of an import, or would come of it. */
export interface ImportReport {
  readonly dryRun: boolean;
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  /** By row, the first thousand. */
  readonly errors: readonly RowFault[];
  /** Entries of the ledger. */
  readonly operations: number;
}

/** How an import is meant. */
export interface ImportOptions {
  /** Report what would come of it, and do nothing. */
  readonly dryRun?: boolean;
  /** Do nothing when one row fails, or do what can be done. */
  readonly onError?: 'abort' | 'skip';
  /** Make categories and locations that rows name and that do not exist. */
  readonly createMissing?: boolean;
}

/** Counts what becomes of rows. */
export class Tally {
  readonly #total: number;
  readonly #faults: RowFault[];
  readonly #counts = { created: 0, updated: 0, unchanged: 0 };
  #operations = 0;
  #failed: number;

  /** `faulty` are the faults of rows that could not be read, `failed` how many rows that are. */
  constructor(total: number, failed: number, faulty: readonly RowFault[]) {
    this.#total = total;
    this.#failed = failed;
    this.#faults = [...faulty];
  }

  count(outcome: 'created' | 'updated' | 'unchanged', rows = 1): void {
    this.#counts[outcome] += rows;
  }

  recorded(operations: number): void {
    this.#operations += operations;
  }

  fail(row: number, faults: readonly FieldProblem[]): void {
    this.#failed += 1;
    for (const fault of faults) this.#faults.push({ ...fault, row });
    if (this.#faults.length > 4 * MOST_FAULTS) this.#faults.splice(0, this.#faults.length, ...this.#first());
  }

  #first(): readonly RowFault[] {
    return this.#faults.toSorted((a, b) => a.row - b.row).slice(0, MOST_FAULTS);
  }

  get failed(): number {
    return this.#failed;
  }

  /** Rows of which it is known by now what becomes of them. */
  get done(): number {
    return this.#failed + this.#counts.created + this.#counts.updated + this.#counts.unchanged;
  }

  /** The report; where nothing is done because a row failed, everything else stays as it is. */
  report({ dryRun = false, onError = 'abort' }: ImportOptions): ImportReport {
    const isNothing = onError === 'abort' && this.#failed > 0;
    const counts = isNothing ? { created: 0, updated: 0, unchanged: this.#total - this.#failed } : this.#counts;
    return {
      dryRun,
      total: this.#total,
      ...counts,
      failed: this.#failed,
      errors: this.#first(),
      operations: isNothing ? 0 : this.#operations,
    };
  }
}
