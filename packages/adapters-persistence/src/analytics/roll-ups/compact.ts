import { type Kysely, sql } from 'kysely';
import { advisoryLocks } from '../../connection/advisory-locks.ts';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { countedDays, keptSums, orderColumns, orderSums } from './order-sums.ts';

/** Advisory lock of the process that moves pending rows; writers of facts do not take it. */
const LOCK = sql.lit(advisoryLocks.pendingSums);
const { keys, sums } = orderSums;
const each = (make: (sum: string) => string, glue = ', '): string => sums.map(make).join(glue);

/**
 * Moves all committed pending rows into their days and months; returns how many. Ends when another process is moving them. Each
 * snapshot sees a row either pending or moved, because both happen in one statement.
 */
export async function compactPending(database: Database): Promise<number> {
  const moved = await database.unitOfWork.run(() => movePending(database.kysely()));
  // Scans of the table read its dead rows too. Not truncated, because that locks out writers.
  if (moved > 0) await sql`vacuum (truncate false) order_pending`.execute(database.kysely());
  return moved;
}

async function movePending(db: Kysely<Tables>): Promise<number> {
  const lock = await sql<{ is_mine: boolean }>`select pg_try_advisory_xact_lock(${LOCK}) as is_mine`.execute(db);
  if (!lock.rows[0]?.is_mine) return 0;
  const { rows } = await moving.execute(db);
  const [{ rows: moved, days } = { rows: 0, days: [] }] = rows;
  if (moved > 0) await dropZeros(db, days);
  return moved;
}

const columns = [...keys, ...sums].join(', ');
const intoLevel = (table: string, start: string, value: string): string => `
  insert into ${table} as kept (date_type, ${start}, ${columns})
  select date_type, ${value}, ${keys.join(', ')}, ${each((name) => `sum(${name})`)} from moved
  group by date_type, 2, ${keys.join(', ')} order by date_type, 2, ${keys.join(', ')}
  on conflict (date_type, ${start}, ${keys.join(', ')}) do update set ${each((name) => `${name} = kept.${name} + excluded.${name}`)}`;

const moving = sql<{ rows: number; days: readonly string[] }>`
  with moved as materialized (delete from order_pending returning *),
    by_day as (${sql.raw(intoLevel('order_day', 'day', 'day'))}),
    by_month as (${sql.raw(intoLevel('order_month', 'start', `date_trunc('month', day::timestamp)::date`))})
  select count(*)::int as rows, array(select distinct day::text from moved) as days from moved`;

/** Deletes rows of these days and their months that have become zeros. */
async function dropZeros(db: Kysely<Tables>, days: readonly string[]): Promise<void> {
  const isZero = sql.raw(each((name) => `${name} = 0`, ' and '));
  await sql`delete from order_day where day = any (${days}::date[]) and ${isZero}`.execute(db);
  await sql`
    delete from order_month
    where start in (select date_trunc('month', day::timestamp)::date from unnest(${days}::date[]) day) and ${isZero}`.execute(
    db,
  );
}

/** Waits for the process that moves pending rows, and keeps others from it until the end of the unit of work. */
const holdPending = (db: Kysely<Tables>): Promise<unknown> => sql`select pg_advisory_xact_lock(${LOCK})`.execute(db);

/**
 * Makes months what days are, and adds the difference between facts and days as pending rows. Facts and sums are read in one
 * snapshot, so changes committed meanwhile have pending rows of their own.
 */
export async function recountOrders(db: Kysely<Tables>): Promise<void> {
  await holdPending(db);
  await sql`delete from order_month`.execute(db);
  await sql`
    insert into order_month (date_type, start, ${sql.raw(columns)})
    select date_type, date_trunc('month', day::timestamp)::date, ${sql.raw(keys.join(', '))}, ${sql.raw(each((name) => `sum(${name})`))}
    from order_day group by 1, 2, ${sql.raw(keys.join(', '))}`.execute(db);
  const on = sql.raw(['date_type', 'day', ...keys].join(', '));
  const difference = each((name) => `coalesce(counted.${name}, 0) - coalesce(kept.${name}, 0)`);
  const [counted, kept] = ['counted', 'kept'].map((from) => sql.raw(each((name) => `${from}.${name}`)));
  await sql`
    insert into order_pending (${sql.raw(orderColumns)})
    select ${on}, ${sql.raw(difference)}
    from (${countedDays}) counted full join (${keptSums('day')}) kept using (${on})
    where (${counted}) is distinct from (${kept})`.execute(db);
}

/** Deletes all orders with what they add to sums, in one statement and so in one snapshot. */
export async function clearOrders(db: Kysely<Tables>): Promise<void> {
  await holdPending(db);
  await sql`
    with days as (delete from order_day), months as (delete from order_month), pending as (delete from order_pending)
    delete from order_fact`.execute(db);
}
