import { fromNumeric } from '@backroom/core';
import type { StockDifference } from '@backroom/core/inventory';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';

/** CTEs with the balances and totals of the ledger. */
const ledgerSums = sql`
  movement as (
    select item_id, location_id, delta from operation
    union all
    select item_id, to_location_id, -delta from operation where to_location_id is not null
  ), balance as (
    select item_id, location_id, sum(delta) as quantity from movement group by item_id, location_id
  ), total as (
    select item_id, coalesce(sum(delta) filter (where to_location_id is null), 0) as quantity, count(*)::int as operations
    from operation group by item_id
  )`;

/** Compares stored balances, totals and operation counts with the ledger; returns the differing ones. */
export async function findDifferences(db: Kysely<Tables>): Promise<readonly StockDifference[]> {
  const { rows } = await sql<{ item_id: number; location_id: number | null; stored: string; ledger: string }>`
    with ${ledgerSums}
    select coalesce(v.item_id, b.item_id) as item_id, coalesce(v.location_id, b.location_id) as location_id,
      coalesce(v.quantity, 0) as stored, coalesce(b.quantity, 0) as ledger
    from stock_level v full join balance b on b.item_id = v.item_id and b.location_id = v.location_id
    where coalesce(v.quantity, 0) <> coalesce(b.quantity, 0)
    union all
    select s.item_id, null, s.quantity, coalesce(t.quantity, 0)
    from item_stock s left join total t on t.item_id = s.item_id
    where s.quantity <> coalesce(t.quantity, 0) or s.operation_count <> coalesce(t.operations, 0)
    order by 1, 2 nulls first`.execute(db);
  return rows.map((row) => ({
    itemId: row.item_id,
    locationId: row.location_id,
    stored: fromNumeric(row.stored),
    ledger: fromNumeric(row.ledger),
  }));
}

/** Recomputes all balances, totals and operation counts from the ledger, under a lock that excludes stock operations. */
export async function rebuildBalances(db: Kysely<Tables>): Promise<void> {
  // Waits for transactions that hold row locks on stock and blocks new ones until the commit.
  await sql`lock table item_stock, stock_level in exclusive mode`.execute(db);
  await sql`
    with ${ledgerSums}
    insert into stock_level (item_id, location_id, quantity, allow_negative)
    select b.item_id, b.location_id, b.quantity, s.allow_negative from balance b join item_stock s on s.item_id = b.item_id
    on conflict (item_id, location_id) do update set quantity = excluded.quantity`.execute(db);
  await sql`
    with ${ledgerSums}
    update stock_level v set quantity = 0
    where quantity <> 0 and not exists (select from balance b where b.item_id = v.item_id and b.location_id = v.location_id)`.execute(
    db,
  );
  await sql`
    with ${ledgerSums}
    update item_stock s set quantity = coalesce(t.quantity, 0), operation_count = coalesce(t.operations, 0), stock_version = s.stock_version + 1
    from item_stock o left join total t on t.item_id = o.item_id
    where o.item_id = s.item_id and (s.quantity <> coalesce(t.quantity, 0) or s.operation_count <> coalesce(t.operations, 0))`.execute(
    db,
  );
}
