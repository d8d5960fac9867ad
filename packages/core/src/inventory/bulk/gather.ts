import { DomainError, type FieldProblem } from '../../kernel/errors.ts';
import type { Progress } from '../../kernel/progress.ts';
import { faultsOf, type ImportRow, MOST_ROWS, tooManyRows } from '../../kernel/rows.ts';
import { MOST_FAULTS, type RowFault } from './report.ts';

/** So many rows are read or written between two words about how far it is. */
const STEP = 1_000;

/** A line of an import and the row it stands in. */
export interface Placed<L> {
  readonly row: number;
  readonly line: L;
}

/** All rows of a table: those that can be read, and what is wrong with the others. */
export interface Gathered<L> {
  readonly total: number;
  readonly failed: number;
  /** By row, at most as many as a report names. */
  readonly faults: readonly RowFault[];
  readonly lines: readonly Placed<L>[];
}

/** What an import reads. */
export interface Reading<L> {
  readonly rows: AsyncIterable<ImportRow<L>>;
  readonly tell?: ((progress: Progress) => void) | undefined;
}

/**
 * Reads all rows, outside of any unit of work. `check` refuses lines by what else stands in the table.
 * @throws DomainError `payload_too_large`
 */
export async function gather<L>({ rows, tell }: Reading<L>, check: (line: L) => void): Promise<Gathered<L>> {
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
      // Rows come in order, so later faults are never among those that a report names.
      for (const fault of found.slice(0, MOST_FAULTS - faults.length)) faults.push({ ...fault, row: each.row });
    }
    if (total % STEP === 0) tell?.({ stage: 'reading', rows: total });
  }
  return { total, failed, faults, lines };
}

/** What the work is refused for; nothing when it is not. */
export function faultsWhen(work: () => void): readonly FieldProblem[] {
  try {
    work();
    return [];
  } catch (error) {
    if (error instanceof DomainError) return faultsOf(error);
    throw error;
  }
}

/** Refuses what stood there before; `key` gives the form under which it may stand there only once. */
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

/** The entries in parts of so many. */
export function* chunksOf<T>(entries: readonly T[], size: number): Generator<readonly T[]> {
  for (let start = 0; start < entries.length; start += size) yield entries.slice(start, start + size);
}
