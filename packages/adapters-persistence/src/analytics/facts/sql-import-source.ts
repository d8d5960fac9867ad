import type {
  FactRange,
  ImportCounts,
  ImportSelection,
  ImportSource,
  OrderRange,
  WalkPlace,
} from '@backroom/core/analytics';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../database.ts';

const all = sql.raw('true');
/** Predicate: created since the start of the selection. */
const since = (column: string, { from }: ImportSelection): RawBuilder<unknown> =>
  from === undefined ? all : sql`${sql.raw(column)} >= ${from}`;

/** Predicate on order `o`: the record with this id should have facts but has none. */
const lacks = (id: string): RawBuilder<unknown> =>
  sql.raw(`(not o.is_test and o.customer_id is not null
    and not exists (select from order_fact f where f.order_id = ${id}))`);
const orderWanted = (selection: ImportSelection): RawBuilder<unknown> =>
  sql`(${since('o.created_at', selection)} and ${selection.skipExisting ? lacks('o.id') : all})`;
const refundWanted = (selection: ImportSelection): RawBuilder<unknown> =>
  sql`(${since('r.created_at', selection)} and ${selection.skipExisting ? lacks('r.id') : all})`;
const customerWanted = (selection: ImportSelection): RawBuilder<unknown> => {
  // Checks facts, because `customer_fact` has a row for every customer.
  const isNew = sql`exists (select from shop_order o where o.customer_id = c.id and not o.is_test)
    and not exists (select from order_fact f where f.customer_id = c.id)`;
  return sql`(c.user_id is not null and ${since('coalesce(c.registered_at, c.created_at)', selection)}
    and ${selection.skipExisting ? isNew : all})`;
};

/** Predicate: the order is not in the trash. */
const isCounted = sql.raw(`o.status <> 'trash'`);

interface FoundRecord {
  readonly id: number;
  readonly at: string;
  readonly records: number;
}

/** Source of import batches in PostgreSQL. */
export class SqlImportSource implements ImportSource {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async totals(selection: ImportSelection): Promise<ImportCounts> {
    const { rows } = await sql<ImportCounts>`
      select (select count(*) from customer c where ${customerWanted(selection)})::int as customers,
        ((select count(*) from shop_order o where ${isCounted} and ${orderWanted(selection)})
          + (select count(*) from shop_refund r join shop_order o on o.id = r.order_id
            where ${isCounted} and ${refundWanted(selection)}))::int as orders`.execute(this.#db);
    return rows[0] ?? { customers: 0, orders: 0 };
  }

  async nextCustomers(selection: ImportSelection, afterId: number, most: number): Promise<readonly number[]> {
    const { rows } = await sql<{ id: number }>`
      select c.id from customer c where c.id > ${afterId} and ${customerWanted(selection)}
      order by c.id limit ${most}`.execute(this.#db);
    return rows.map(({ id }) => id);
  }

  async nextOrders(selection: ImportSelection, after: WalkPlace | undefined, most: number): Promise<OrderRange> {
    const { at, id } = after ?? { at: '-infinity', id: 0 };
    const wanted = sql`shop_refund r where r.order_id = o.id and ${refundWanted(selection)}`;
    const { rows } = await sql<FoundRecord>`
      select o.id, o.created_at::text as at, case when ${isCounted} then
        (case when ${orderWanted(selection)} then 1 else 0 end) + (select count(*) from ${wanted})
        else 0 end::int as records
      from shop_order o
      where (o.created_at, o.id) > (${at}::timestamptz, ${id}::int)
        and (${orderWanted(selection)} or exists (select from ${wanted}))
      order by o.created_at, o.id limit ${most}`.execute(this.#db);
    return rangeOf(rows);
  }

  async changedSince({ at, id }: WalkPlace, most: number): Promise<OrderRange> {
    const behind = sql`(${at}::timestamptz, ${id}::int)`;
    const { rows } = await sql<FoundRecord & { readonly order_id: number }>`
      select order_id, id, at::text as at, 1 as records from (
        (select id as order_id, id, modified_at as at from shop_order
          where (modified_at, id) > ${behind} order by modified_at, id limit ${most})
        union all
        (select order_id, id, created_at as at from shop_refund
          where (created_at, id) > ${behind} order by created_at, id limit ${most})
      ) changed order by changed.at, id limit ${most}`.execute(this.#db);
    const records = new Map<number, number>();
    for (const { order_id } of rows) records.set(order_id, (records.get(order_id) ?? 0) + 1);
    const { last } = rangeOf(rows);
    return { orders: [...records].map(([orderId, count]) => ({ id: orderId, records: count })), last };
  }

  async factsBehind(afterId: number, most: number): Promise<FactRange> {
    const { rows } = await sql<{ order_id: number; is_next: boolean }>`
      with next as materialized (
        select order_id, coalesce(nullif(parent_id, 0), order_id) as root_id from order_fact
        where order_id > ${afterId} order by order_id limit ${most}
      ), root as materialized (
        select array_agg(distinct root_id) as ids from next
      )
      select order_id, true as is_next from next
      union all
      select order_id, false from order_fact
      where order_id = any ((select ids from root)::int[]) or parent_id = any ((select ids from root)::int[])`.execute(
      this.#db,
    );
    const last = rows.reduce((highest, { order_id, is_next }) => (is_next ? Math.max(highest, order_id) : highest), 0);
    return { orderIds: [...new Set(rows.map(({ order_id }) => order_id))], last: last > 0 ? last : undefined };
  }

  get #db() {
    return this.#database.kysely();
  }
}

function rangeOf(rows: readonly FoundRecord[]): OrderRange {
  const last = rows.at(-1);
  return {
    orders: rows.map(({ id, records }) => ({ id, records })),
    last: last && { id: last.id, at: last.at },
  };
}
