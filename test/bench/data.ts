import type { Pool } from 'pg';

/** How much there is to read and to move. */
export interface Volume {
  readonly items: number;
  /** Receipts, spread evenly over the items. */
  readonly operations: number;
}

/** Fills a migrated database by whole sets: items with a ledger whose sums are their balances. */
export async function fill(pool: Pool, { items, operations }: Volume): Promise<void> {
  const perItem = Math.max(1, Math.floor(operations / items));
  await pool.query(`
    insert into item (sku, sku_key, name, name_key, search_text, unit, default_location_id, attributes, created_at, updated_at)
    select 'SKU-' || lpad(n::text, 7, '0'), 'sku-' || lpad(n::text, 7, '0'), 'Thing ' || (n * 7919 % 1000003),
      'thing ' || (n * 7919 % 1000003), 'sku-' || lpad(n::text, 7, '0') || E'\\nthing ' || (n * 7919 % 1000003), 'pcs',
      (select id from location where code = 'MAIN'), '{}', now() - n * interval '1 second', now() - n * interval '1 second'
    from generate_series(1, ${items}) n`);
  await pool.query(`
    insert into operation (type, item_id, sku, item_name, quantity, delta, location_id, location, balance_before, balance_after,
      item_balance_after, user_id, username, occurred_at, recorded_at, source)
    select 'receipt', i.id, i.sku, i.name, 10, 10, i.default_location_id, 'MAIN', (k - 1) * 10, k * 10, k * 10, u.user_id, u.username,
      now() - interval '1 day' + k * interval '1 second', now() - interval '1 day' + k * interval '1 second', 'api'
    from generate_series(1, ${perItem}) k cross join item i cross join (select * from app_user where is_system) u order by k, i.id`);
  await pool.query(`
    insert into item_stock (item_id, quantity, quantity_decimals, allow_negative, archived, stock_version, operation_count)
    select id, ${perItem * 10}, 4, false, false, ${perItem}, ${perItem} from item`);
  await pool.query(`
    insert into stock_level (item_id, location_id, quantity, allow_negative)
    select id, default_location_id, ${perItem * 10}, false from item`);
  await pool.query('vacuum analyze');
}
