import { settleAll } from '@backroom/core/kernel';
import { type Kysely, sql } from 'kysely';
import { advisoryLocks } from '../../connection/advisory-locks.ts';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { keepAllMoved } from './category-sums.ts';
import { rollUps } from './level-families.ts';
import { dropZeros, movePending, type Periods, type RollUp, recountLevels } from './roll-up.ts';

/** Advisory lock that movers of pending rows share, each with another one on its table; writers of facts take none. */
const LOCK = sql.lit(advisoryLocks.pendingSums);
/** Above this number of bytes, those of an import, pending rows are moved on several connections at once. */
const MUCH = 4 * 1_048_576;
/** Above this number of moved rows, those of an import, empty pages are given back. */
const MANY = 20_000;

/** Pending rows of a table, and what moves them. */
interface PendingWork {
  readonly pending: string;
  readonly move: (db: Kysely<Tables>) => Promise<number>;
}

/**
 * Moves all committed pending rows into their levels, on up to `most` connections; returns how many. Leaves out tables of which
 * another process is moving them. Each snapshot sees a row either pending or moved, because both happen in one statement.
 */
export async function compactPending(database: Database, most: number): Promise<number> {
  const works: readonly PendingWork[] = [
    ...rollUps.map((rollUp) => ({ pending: rollUp.pending, move: moveLevels(rollUp) })),
    { pending: 'customer_tally', move: mergeTally },
  ];
  const { rows: found } = await sql<{ pending: string; size: number }>`${sql.join(
    works.map(
      ({ pending }) =>
        sql`select ${sql.lit(pending)} as pending, pg_relation_size(${sql.lit(pending)}::regclass)::float8 as size
          where exists (select from ${sql.raw(pending)} offset ${kept(pending)})`,
    ),
    sql` union all `,
  )}`.execute(database.kysely());
  const sizes = new Map(found.map(({ pending, size }) => [pending, size]));
  const sizeOf = ({ pending }: PendingWork): number => sizes.get(pending) ?? 0;
  // The largest first, so that connections end at about the same time.
  const waiting = works.filter(({ pending }) => sizes.has(pending)).toSorted((a, b) => sizeOf(b) - sizeOf(a));
  const isMuch = found.reduce((sum, { size }) => sum + size, 0) > MUCH;
  let moved = 0;
  const moveOthers = async (): Promise<void> => {
    for (let work = waiting.shift(); work; work = waiting.shift()) {
      const rows = await moveAndVacuum(database, work);
      moved += rows;
    }
  };
  await settleAll(Array.from({ length: Math.min(isMuch ? most : 1, database.connections) }, moveOthers));
  return moved;
}

async function moveAndVacuum(database: Database, work: PendingWork): Promise<number> {
  const rows = await database.unitOfWork.run(() => moveAlone(database.kysely(), work));
  // Scans of the table read its dead rows and empty pages too. Few pages are not truncated, because that locks out writers.
  const truncating = sql.raw(String(rows > MANY));
  // A table under autovacuum is left to it: waiting for its lock cancels the autovacuum.
  const options = sql`(skip_locked, truncate ${truncating})`;
  if (rows > 0) await sql`vacuum ${options} ${sql.raw(work.pending)}`.execute(database.kysely());
  return rows;
}

/** Number of rows that stay: that of customers is a sum of rows, and one of them is what the others are merged into. */
const kept = (pending: string) => sql.lit(pending === 'customer_tally' ? 1 : 0);

async function mergeTally(db: Kysely<Tables>): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    with gone as (delete from customer_tally returning customers)
    insert into customer_tally (customers) select sum(customers) from gone having count(*) > 0`.execute(db);
  return Number(numAffectedRows);
}

/** All tables of pending rows. */
export const pendingTables: readonly string[] = rollUps.map(({ pending }) => pending);

async function moveAlone(db: Kysely<Tables>, { pending, move }: PendingWork): Promise<number> {
  const lock = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock_shared(${LOCK})
      and pg_try_advisory_xact_lock(${LOCK}, ${sql.lit(pending)}::regclass::oid::int) as is_mine`.execute(db);
  return lock.rows[0]?.is_mine ? move(db) : 0;
}

const moveLevels =
  (rollUp: RollUp) =>
  async (db: Kysely<Tables>): Promise<number> => {
    const { rows } = await sql<{ rows: number; zeros: readonly Periods[] }>`${movePending(rollUp)}`.execute(db);
    const [{ rows: moved, zeros } = { rows: 0, zeros: [] }] = rows;
    for (const [index, level] of rollUp.levels.entries()) {
      const periods = zeros[index] ?? [];
      if (periods.some(({ length }) => length > 0)) await dropZeros(level, periods).execute(db);
    }
    return moved;
  };

/** Waits for all movers of pending rows, and keeps others from it until the end of the unit of work. */
const holdPending = (db: Kysely<Tables>): Promise<unknown> => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);

/**
 * Counts all sums from the facts, in one snapshot for each roll-up: changes committed meanwhile have pending rows of their own.
 * Readers see the earlier sums until the unit of work ends.
 */
export async function recountSums(db: Kysely<Tables>): Promise<void> {
  await holdPending(db);
  for (const rollUp of rollUps) {
    for (const { table } of rollUp.levels) await sql`delete from ${sql.raw(table)}`.execute(db);
    await recountLevels(rollUp).execute(db);
  }
  await keepAllMoved.execute(db);
}

/** Deletes all facts with what they add to sums, in one statement and so in one snapshot. */
export async function clearAll(db: Kysely<Tables>): Promise<void> {
  await holdPending(db);
  const tables = [
    ...rollUps.flatMap(({ levels }) => levels.map(({ table }) => table)),
    ...pendingTables,
    ...['line_fact', 'coupon_fact', 'tax_fact', 'order_part', 'customer_year'],
  ];
  const deleted = tables.map((table) => sql.raw(`${table}_gone as (delete from ${table})`));
  await sql`with ${sql.join(deleted)} delete from order_fact`.execute(db);
}
