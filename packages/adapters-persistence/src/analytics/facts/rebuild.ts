import type { CountingRules } from '@backroom/core/analytics';
import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { emptyListed, listAnew } from '../listed-customers.ts';
import { clearAll, recountSums } from '../roll-ups/compact.ts';
import { dateTypes } from './chains.ts';
import { dropStrayParts, renewParts } from './order-parts.ts';
import { holdWriters } from './recount-progress.ts';
import { renewChains } from './write-facts.ts';

/** Orders whose chains are recomputed in one unit of work, which locks their customers. */
const BATCH = 10_000;
/** The largest id. */
export const LAST_ID = 2 ** 31 - 1;
/** Statuses that are excluded regardless of the settings. */
const neverCounted = ['trash', 'checkout-draft'];

/** The rules as columns of `fact_rules`. */
export const storedRules = ({ dateType, weekStartsOn, excludedStatuses }: CountingRules) => ({
  date_type: { date_created: dateTypes.created, date_paid: dateTypes.paid, date_completed: dateTypes.completed }[
    dateType
  ] as number,
  week_starts_on: weekStartsOn,
  excluded_statuses: [...new Set([...excludedStatuses, ...neverCounted])].toSorted() as readonly string[],
});

/** Stores the rules and starts a rebuild if they differ or `isAsked`; returns whether it did. */
export async function keepRules(db: Kysely<Tables>, rules: CountingRules, isAsked = false): Promise<boolean> {
  const { date_type, week_starts_on, excluded_statuses } = storedRules(rules);
  const wanted = sql`(${date_type}::smallint, ${week_starts_on}::smallint, ${excluded_statuses}::text[])`;
  const { rows } = await sql<{ differs: boolean }>`
    select (date_type, week_starts_on, excluded_statuses) is distinct from ${wanted} as differs from fact_rules`.execute(
    db,
  );
  const differs = rows[0]?.differs ?? true;
  if (!differs && !isAsked) return false;
  if (differs) await holdWriters(db);
  await sql`
    update fact_rules set (date_type, week_starts_on, excluded_statuses) = row ${wanted}, rebuild_from = 0`.execute(db);
  return true;
}

/** Deletes all facts and roll-ups, but not the rules. */
export async function clearFacts(db: Kysely<Tables>): Promise<void> {
  await clearAll(db);
  await emptyListed(db);
}

/** Runs the next step of a rebuild in its own unit of work; false when there is none. */
export async function rebuildPart(database: Database): Promise<boolean> {
  const looking = await sql<{ rebuild_from: number | null }>`select rebuild_from from fact_rules`.execute(
    database.kysely(),
  );
  if (looking.rows[0]?.rebuild_from === null) return false;
  return database.unitOfWork.run(async () => {
    const db = database.kysely();
    const { rows } = await sql<{ rebuild_from: number | null }>`select rebuild_from from fact_rules for update`.execute(
      db,
    );
    const from = rows[0]?.rebuild_from ?? null;
    if (from === null) return false;
    const next = from === 0 ? await recountAll(db) : await renewCustomers(db, from);
    await sql`update fact_rules set rebuild_from = ${next}`.execute(db);
    return true;
  });
}

/** Recounts all sums by the rules. */
async function recountAll(db: Kysely<Tables>): Promise<number> {
  await recountSums(db);
  await listAnew(db);
  return 1;
}

/**
 * Recomputes the chains and the parts of the orders of a batch of customers from this id on; returns the next id, null after
 * the last.
 */
async function renewCustomers(db: Kysely<Tables>, from: number): Promise<number | null> {
  const { rows } = await sql<{ last: number | null; orders: number }>`
    select max(customer_id) as last, count(*)::int as orders from (
      select customer_id from order_fact where customer_id >= ${from} order by customer_id limit ${BATCH}
    ) batch`.execute(db);
  const isLast = (rows[0]?.orders ?? 0) < BATCH;
  const to = (isLast ? undefined : rows[0]?.last) ?? LAST_ID;
  await sql`select id from customer where id between ${from} and ${to} order by id for no key update`.execute(db);
  await renewChains(db, from, to);
  await renewParts(db, from, to);
  if (isLast) await dropStrayParts(db);
  return isLast ? null : to + 1;
}
