import type { FieldProblem } from '../../kernel/errors.ts';

/** Maximum number of faults listed in a report. */
export const MOST_FAULTS = 1_000;

/** A fault of one row; the header is row 1. */
export interface RowFault extends Omit<FieldProblem, 'in'> {
  readonly row: number;
}

/** Result of an import, or of its dry run. */
export interface ImportReport {
  readonly dryRun: boolean;
  readonly total: number;
  readonly created: number;
  readonly updated: number;
  readonly unchanged: number;
  readonly failed: number;
  /** In row order, at most 1,000. */
  readonly errors: readonly RowFault[];
  /** Number of recorded ledger entries. */
  readonly operations: number;
}

export interface ImportOptions {
  /** Validate and report without writing. */
  readonly dryRun?: boolean;
  /** `abort` writes nothing if a row fails; `skip` writes the other rows. */
  readonly onError?: 'abort' | 'skip';
  /** Create missing categories and locations. */
  readonly createMissing?: boolean;
}

/** Counts the outcomes of rows, and builds the report. */
export class ImportReportBuilder {
  readonly #total: number;
  readonly #faults: RowFault[];
  readonly #counts = { created: 0, updated: 0, unchanged: 0 };
  #operations = 0;
  #failed: number;

  /** `failed` is the number of unreadable rows, `faulty` their faults. */
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

  /** Number of rows with a known outcome. */
  get done(): number {
    return this.#failed + this.#counts.created + this.#counts.updated + this.#counts.unchanged;
  }

  /** The report; an import aborted by a failed row counts all other rows as unchanged. */
  build({ dryRun = false, onError = 'abort' }: ImportOptions): ImportReport {
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
