import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import type { ProgressListener } from '../../kernel/progress.ts';
import { faultsOf, type ImportRow, MOST_ROWS, tooManyRows } from '../../kernel/rows.ts';
import { MOST_FAULTS, type RowFault } from './report.ts';

/** Rows between two progress reports. */
const STEP = 1_000;

/** A line of an import with its row number. */
export interface Placed<L> {
  readonly row: number;
  readonly line: L;
}

/** The rows of a table: readable lines, and the faults of the others. */
export interface Gathered<L> {
  readonly total: number;
  readonly failed: number;
  /** In row order, at most as many as a report lists. */
  readonly faults: readonly RowFault[];
  readonly lines: readonly Placed<L>[];
}

/** Input of an import. */
export interface RowReading<L> {
  readonly rows: AsyncIterable<ImportRow<L>>;
  readonly onProgress?: ProgressListener | undefined;
}

/**
 * Reads all rows, outside any unit of work. `check` refuses lines that conflict with earlier ones of the table.
 * @throws DomainError `payload_too_large`
 */
export async function gather<L>({ rows, onProgress }: RowReading<L>, check: (line: L) => void): Promise<Gathered<L>> {
  const lines: Placed<L>[] = [];
  const faults: RowFault[] = [];
  let total = 0;
  let failed = 0;
  for await (const each of rows) {
    total += 1;
    if (total > MOST_ROWS) throw tooManyRows();
    const found = 'line' in each ? faultsWhen(() => check(each.line)) : each.faults;
    if ('line' in each && found.length === 0) lines.push({ row: each.row, line: each.line });
    else {
      failed += 1;
      // Rows arrive in order, so that later faults never belong to those that a report lists.
      for (const fault of found.slice(0, MOST_FAULTS - faults.length)) faults.push({ ...fault, row: each.row });
    }
    if (total % STEP === 0) onProgress?.({ stage: 'reading', rows: total });
  }
  return { total, failed, faults, lines };
}

/** Faults of the domain error thrown by the work; empty if it succeeds. */
export function faultsWhen(work: () => void): readonly FieldProblem[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof DomainError) return faultsOf(error);
    throw error;
  }
}

/** Refuses values that occurred in an earlier line; `key` normalises a value for comparison. */
export function onlyOnce<L>(
  key: (line: L) => string | null | undefined,
  refusal: () => DomainError,
): (line: L) => void {
  const seen = new Set<string>();
  return (line) => {
    const name = key(line);
    if (name == null) return;
    if (seen.has(name)) throw refusal();
    seen.add(name);
  };
}

/** Splits a list into chunks of `size` entries. */
export function* chunksOf<T>(entries: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < entries.length; start += size) yield entries.slice(start, start + size);
}
