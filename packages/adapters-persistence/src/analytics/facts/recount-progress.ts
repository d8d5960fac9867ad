import type { FactsUnderWay } from '@backroom/core/analytics';
import { type Kysely, sql } from 'kysely';
import { advisoryLocks } from '../../connection/advisory-locks.ts';
import type { Tables } from '../../tables.ts';

/** Advisory lock: shared by writers of facts, exclusive for changes of the counting rules. */
const WRITERS = sql.lit(advisoryLocks.factWriters);

/** Locks customers in ascending order and shares the lock of the counting rules, so that later reads of both are stable. */
export async function holdCustomers(db: Kysely<Tables>, customerIds: readonly number[]): Promise<void> {
  // Lateral look-ups in id order: a cached plan for few customers would scan the table for many.
  await sql`
    with shared as materialized (select pg_advisory_xact_lock_shared(${WRITERS}))
    select count(c.id)::int as held from (
      select distinct unnest(case when (select count(*) from shared) = 1 then ${customerIds}::int[] end) as id order by id
    ) wanted cross join lateral (
      select id from customer where id = wanted.id for no key update
    ) c`.execute(db);
}

/** Excludes writers of facts until the end of the unit of work. */
export async function holdWriters(db: Kysely<Tables>): Promise<void> {
  // Same lock order as the steps of a rebuild: rules first, then the lock of writers.
  const { rows } = await sql<{ limit: string }>`
    select current_setting('lock_timeout') as limit from fact_rules for no key update`.execute(db);
  // Later writers queue behind this lock request, so its wait is bounded; on timeout the unit of work is retried.
  await sql`set local lock_timeout = 5000`.execute(db);
  await sql`select pg_advisory_xact_lock(${WRITERS})`.execute(db);
  await sql`select set_config('lock_timeout', ${rows[0]?.limit ?? '0'}, true)`.execute(db);
}

/** Excludes writers of facts until the end of the unit of work, if there are none. */
export async function excludeWriters(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ is_mine: boolean }>`
    select pg_try_advisory_xact_lock(${WRITERS}) as is_mine`.execute(db);
  return rows[0]?.is_mine ?? false;
}

/** Starts a recount if there are facts. */
export async function beginRecount(db: Kysely<Tables>): Promise<void> {
  await holdWriters(db);
  await sql`
    update fact_rules set recount_no = recount_no + 1, recount_after = 0
    where exists (select from order_fact)`.execute(db);
}

/** Stores the progress of a recount; false if a newer one was started. */
export async function keepRecounted(db: Kysely<Tables>, no: number, after: number | undefined): Promise<boolean> {
  const { rows } = await sql`
    update fact_rules set recount_after = case when ${after ?? null}::int is not null then greatest(recount_after, ${after ?? null}::int) end
    where recount_no = ${no} and recount_after is not null returning id`.execute(db);
  return rows.length > 0;
}

/** The running recount and rebuild. */
export async function findUnderWay(db: Kysely<Tables>): Promise<FactsUnderWay> {
  const { rows } = await sql<{ rebuild_from: number | null; recount_no: number; recount_after: number | null }>`
    select rebuild_from, recount_no, recount_after from fact_rules`.execute(db);
  const { rebuild_from = null, recount_no: no = 0, recount_after: after = null } = rows[0] ?? {};
  return { recount: after === null ? undefined : { no, after }, rebuildFrom: rebuild_from ?? undefined };
}
