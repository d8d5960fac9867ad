import type { FactsUnderWay } from '@backroom/core';
import { type Kysely, sql } from 'kysely';
import { advisoryLocks } from '../advisory-locks.ts';
import type { Tables } from '../tables.ts';

/** Whoever writes facts shares this until the end of the unit; whoever changes what they are counted by has it alone. */
const WRITERS = sql.lit(advisoryLocks.factWriters);

/** Holds customers in ascending order, and what facts are counted by: whatever is read after this cannot change. */
export async function holdCustomers(db: Kysely<Tables>, customerIds: readonly number[]): Promise<void> {
  // One after the other by id, each found by itself: a plan made for few customers would read all of many.
  await sql`
    with shared as materialized (select pg_advisory_xact_lock_shared(${WRITERS}))
    select count(c.id)::int as held from (
      select distinct unnest(case when (select count(*) from shared) = 1 then ${customerIds}::int[] end) as id order by id
    ) wanted cross join lateral (
      select id from customer where id = wanted.id for no key update
    ) c`.execute(db);
}

/** Waits for everybody who writes facts, and keeps others from beginning to, until the end of the unit. */
export async function holdWriters(db: Kysely<Tables>): Promise<void> {
  // In the order in which parts of a rebuild take them: first the rules, then what writers hold.
  const { rows } = await sql<{ limit: string }>`
    select current_setting('lock_timeout') as limit from fact_rules for no key update`.execute(db);
  // Writers that come later wait for who waits here: not for long, then the unit of work is done again.
  await sql`set local lock_timeout = 5000`.execute(db);
  await sql`select pg_advisory_xact_lock(${WRITERS})`.execute(db);
  await sql`select set_config('lock_timeout', ${rows[0]?.limit ?? '0'}, true)`.execute(db);
}

/** Begins a recount when there is anything to be counted anew. */
export async function beginRecount(db: Kysely<Tables>): Promise<void> {
  await holdWriters(db);
  await sql`
    update fact_rules set recount_no = recount_no + 1, recount_after = 0
    where exists (select from order_fact)`.execute(db);
}

/** Keeps how far a recount is; false when it is not the last one that was begun. */
export async function keepRecounted(db: Kysely<Tables>, no: number, after: number | undefined): Promise<boolean> {
  const { rows } = await sql`
    update fact_rules set recount_after = case when ${after ?? null}::int is not null then greatest(recount_after, ${after ?? null}::int) end
    where recount_no = ${no} and recount_after is not null returning id`.execute(db);
  return rows.length > 0;
}

/** What was begun and is not done. */
export async function findUnderWay(db: Kysely<Tables>): Promise<FactsUnderWay> {
  const { rows } = await sql<{ rebuild_from: number | null; recount_no: number; recount_after: number | null }>`
    select rebuild_from, recount_no, recount_after from fact_rules`.execute(db);
  const { rebuild_from = null, recount_no: no = 0, recount_after: after = null } = rows[0] ?? {};
  return { recount: after === null ? undefined : { no, after }, rebuildFrom: rebuild_from ?? undefined };
}
