import type { AttentionCount, AttentionCounter, AttentionName, AttentionRequest } from '@backroom/core/overview';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database.ts';

type CountedName = Exclude<AttentionName, 'ledger_differs'>;

/** The rows that are counted, as the part of a query after `select`. */
const counted: Readonly<Record<CountedName, (request: AttentionRequest) => RawBuilder<unknown>>> = {
  rebuild_under_way: () => sql`from fact_rules where rebuild_from is not null or recount_after is not null`,
  jobs_failed: () => sql`from job where state = 'failed'`,
  extensions_failed: () => sql`from extension where state = 'failed'`,
  mails_failed: () => sql`from mail_record where status = 'failed' and dismissed_at is null`,
  orders_on_hold: () => sql`from shop_order where status = 'on-hold'`,
  products_out_of_stock: (request) => sql`from product p where p.stock_status = 'outofstock' and ${ownStock(request)}`,
  products_low_stock: lowProducts,
  items_out_of_stock: () => sql`from item_stock where not archived and quantity <= 0`,
  items_low_stock: () => sql`from item_stock where not archived and quantity > 0 and quantity <= reorder_level`,
};

/** Predicate: a product that is sold, and has no item, neither of its own nor, as a variation, that of its product. */
const ownStock = ({ linksBySku }: AttentionRequest): RawBuilder<unknown> => sql`p.status in ('publish', 'private')
  and not exists (select from product_link l where l.product_id = p.id)
  and not exists (select from product_link l where l.product_id = p.parent_id and not p.manage_stock)
  ${linksBySku ? sql`and ${withoutItem(sql`item_key(p.sku_key)`)} and (p.manage_stock or ${withoutItem(ofParent)})` : sql``}`;

/** With `offset 0` it stays a look-up by index for each product; otherwise it becomes a join that reads all items. */
const withoutItem = (key: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`not exists (select from item i where i.sku_key = ${key} and not i.archived offset 0)`;
const ofParent = sql`(select item_key(q.sku_key) from product q where q.id = p.parent_id)`;

/** Those below the amount of the shop, and those below a higher one of their own, by an index each. */
function lowProducts(request: AttentionRequest): RawBuilder<unknown> {
  const { noStock, lowStock } = request;
  const managed = sql`p.manage_stock and p.stock_status = 'instock' and p.stock_quantity > ${noStock}::bigint and ${ownStock(request)}`;
  return sql`from (
    (select from product p where ${managed} and p.stock_quantity <= ${lowStock}::bigint
      and p.stock_quantity <= coalesce(p.low_stock_amount, ${lowStock}::bigint) limit ${sql.lit(request.most)})
    union all
    (select from product p where ${managed} and p.low_stock_amount is not null
      and p.stock_quantity > ${lowStock}::bigint and p.stock_quantity <= p.low_stock_amount limit ${sql.lit(request.most)})
  ) low`;
}

interface CountRecord {
  readonly name: AttentionName;
  readonly count: number;
  readonly since: Date | null;
}

/** Counts of what wants attention in PostgreSQL: one statement of limited counts. */
export class MikroAttentionCounter implements AttentionCounter {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async count(request: AttentionRequest): Promise<ReadonlyMap<AttentionName, AttentionCount>> {
    const parts = request.names.map((name) => partOf(name, request));
    const { rows } = await sql<CountRecord>`${sql.join(parts, sql` union all `)}`.execute(this.#database.kysely());
    return new Map(rows.map(({ name, count, since }) => [name, { count, since }]));
  }
}

const partOf = (name: AttentionName, request: AttentionRequest): RawBuilder<unknown> =>
  name === 'ledger_differs'
    ? sql`select 'ledger_differs' as name, least(differing, ${sql.lit(request.most)}) as count, verified_at as since
        from stock_verification`
    : sql`select ${sql.lit(name)} as name, count(*)::int as count, null::timestamptz as since
        from (select 1 ${counted[name](request)} limit ${sql.lit(request.most)}) found`;
