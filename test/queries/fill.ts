import type pg from 'pg';

/** The size of the data to search. */
export interface Volume {
  readonly items: number;
  readonly operations: number;
}

/** Fills a migrated database by whole sets, as varied as years of work would leave it. Balances are not made to fit. */
export async function fill(client: pg.Client, { items, operations }: Volume): Promise<void> {
  await client.query(`
    insert into category (name, name_key, search_text, path_ids, created_at, updated_at)
    select 'Category ' || n, 'category ' || n, 'category ' || n, array[n], now(), now() from generate_series(1, 50) n`);
  await client.query(`
    insert into location (code, code_key, name, name_key, created_at, updated_at)
    select 'L' || n, 'l' || n, 'Shelf ' || n, 'shelf ' || n, now(), now() from generate_series(1, 20) n`);
  await client.query(`
    insert into app_user (username, username_key, search_text, role, source, created_at, updated_at)
    select 'user' || n, 'user' || n, 'user' || n, 'member', 'local', now(), now() from generate_series(1, 20) n`);
  await client.query(`
    insert into item (sku, sku_key, name, name_key, search_text, category_id, unit, default_location_id, barcode,
      attributes, archived, created_at, updated_at)
    select 'SKU-' || n, 'sku-' || n, 'Thing ' || k, 'thing ' || k, 'sku-' || n || E'\\nthing ' || k, 1 + n % 50, 'pcs', 1, 'bar-' || n,
      jsonb_build_object('colour', n % 7), n % 20 = 0, now() - n * interval '1 minute', now() - n * interval '1 second'
    from generate_series(1, ${items}) n, lateral (select n * 7919 % 1000003 as k) as each`);
  await client.query(`
    insert into item_stock (item_id, quantity, quantity_decimals, allow_negative, archived, stock_version, operation_count)
    select id, id % 100, 4, false, archived, ${operations / items}, ${operations / items} from item`);
  await client.query(
    'insert into stock_level (item_id, location_id, quantity, allow_negative) select id, 1 + id % 20, id % 100, false from item',
  );
  await client.query(`
    insert into operation (type, item_id, sku, item_name, quantity, delta, location_id, location, balance_before, balance_after,
      to_location_id, to_location, to_balance_after, item_balance_after, user_id, username, ref_type, ref_id, group_id, occurred_at, recorded_at, source)
    select case when n % 20 = 0 then 'transfer' when n % 50 = 1 then 'count' when n % 3 = 0 then 'issue' else 'receipt' end,
      1 + n % ${items}, 'SKU', 'Thing', 1, 1, 1 + n * 7 % 20, 'L', 0, 1,
      case when n % 20 = 0 then 1 + (n * 7 + 1) % 20 end, case when n % 20 = 0 then 'L' end, case when n % 20 = 0 then 1 end, 1,
      2 + n * 13 % 20, 'user', case when n % 10 = 0 then 'order' end, case when n % 10 = 0 then (n / 30)::text end,
      case when n % 25 = 0 then lpad((n / 100)::text, 32, '0')::uuid end,
      now() - (${operations} - n) * interval '1 minute' - n % 100 * interval '1 hour', now() - (${operations} - n) * interval '1 minute', 'api'
    from generate_series(1, ${operations}) n`);
  await client.query(`
    insert into audit_event (at, actor_user_id, actor_username, actor_key, action, target_type, target_id, outcome)
    select now() - (${operations} - n) * interval '1 minute', 2 + n % 200, 'user' || n % 200, 'user' || n % 200,
      case when n % 300 = 0 then 'user.create' when n % 2 = 0 then 'item.update' else 'login' end, 'item', (n / 10)::text,
      case when n % 500 = 0 then 'denied' else 'ok' end
    from generate_series(1, ${operations}) n`);
  await client.query('vacuum analyze');
}
