import type {
  FailedCounts,
  FailedOrder,
  ImportCounts,
  ImportLog,
  ImportMemory,
  WalkPlace,
} from '@backroom/core/analytics';
import { sql } from 'kysely';
import { arrayOf } from '../../array-text.ts';
import type { Database } from '../../database.ts';

/** Maximum number of stored failures. */
const MOST_KEPT = 1_000;

interface MemoryRecord {
  readonly job_id: string | null;
  readonly imported_customers: number | null;
  readonly imported_orders: number | null;
  readonly total_customers: number | null;
  readonly total_orders: number | null;
  readonly imported_from: Date | null;
}

/** Progress of imports in PostgreSQL: a single row, and a row for each failed order. */
export class MikroImportLog implements ImportLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async memory(): Promise<ImportMemory | undefined> {
    const { rows } = await sql<MemoryRecord>`
      select job_id, imported_customers, imported_orders, total_customers, total_orders, imported_from
      from fact_import`.execute(this.#db);
    const [row] = rows;
    if (!row || row.job_id === null) return undefined;
    return {
      imported: { customers: row.imported_customers ?? 0, orders: row.imported_orders ?? 0 },
      totals: { customers: row.total_customers ?? 0, orders: row.total_orders ?? 0 },
      from: row.imported_from,
    };
  }

  async begin(jobId: string, totals: ImportCounts, from: Date | null): Promise<void> {
    await sql`
      update fact_import set job_id = ${jobId}, imported_customers = 0, imported_orders = 0,
        total_customers = ${totals.customers}, total_orders = ${totals.orders},
        imported_from = case when job_id is null then ${from}::timestamptz
          when imported_from is null or ${from}::timestamptz is null then null
          else least(imported_from, ${from}::timestamptz) end`.execute(this.#db);
  }

  async progress(jobId: string, { customers, orders }: ImportCounts): Promise<void> {
    await sql`
      update fact_import set imported_customers = greatest(imported_customers, ${customers}),
        imported_orders = greatest(imported_orders, ${orders})
      where job_id = ${jobId}`.execute(this.#db);
  }

  async forget(): Promise<void> {
    await sql`
      update fact_import set job_id = null, imported_customers = null, imported_orders = null, total_customers = null,
        total_orders = null, imported_from = null`.execute(this.#db);
  }

  async cursor(): Promise<WalkPlace | undefined> {
    const { rows } = await sql<{ at: string | null; id: number | null }>`
      select cursor_at::text as at, cursor_id as id from fact_import`.execute(this.#db);
    const { at = null, id = null } = rows[0] ?? {};
    return at === null || id === null ? undefined : { at, id };
  }

  async keepCursor({ at, id }: WalkPlace): Promise<void> {
    await sql`update fact_import set cursor_at = ${at}::timestamptz, cursor_id = ${id}`.execute(this.#db);
  }

  async keepFailed(failed: readonly Omit<FailedOrder, 'retriedBy'>[]): Promise<void> {
    // Serialised, so that the maximum is not exceeded.
    await sql`select id from fact_import for no key update`.execute(this.#db);
    const given = sql.join([
      arrayOf(
        'int',
        failed.map(({ orderId }) => orderId),
      ),
      arrayOf(
        'text',
        failed.map(({ error }) => error),
      ),
      arrayOf(
        'timestamptz',
        failed.map(({ failedAt }) => failedAt),
      ),
    ]);
    await sql`
      with given as materialized (
        select g.*, k.order_id is not null as is_known,
          row_number() over (partition by k.order_id is null order by g.order_id) as no
        from unnest(${given}) as g (order_id, error, failed_at) left join failed_order k using (order_id)
      ), room as materialized (
        select greatest(0, ${MOST_KEPT} - count(*)) as size from failed_order
      ), kept as (
        insert into failed_order (order_id, error, failed_at)
        select order_id, error, failed_at from given cross join room where is_known or no <= size
        on conflict (order_id) do update
        set error = excluded.error, failed_at = excluded.failed_at, retried_by = null
      )
      update fact_import set overflow = overflow + (
        select count(*) from given cross join room where not is_known and no > size)`.execute(this.#db);
  }

  async forgetFailed(orderIds: readonly number[]): Promise<void> {
    if (orderIds.length > 0)
      await sql`delete from failed_order where order_id = any (${orderIds}::int[])`.execute(this.#db);
  }

  async forgetOverflow(): Promise<void> {
    await sql`update fact_import set overflow = 0 where overflow > 0`.execute(this.#db);
  }

  async failed(): Promise<readonly FailedOrder[]> {
    const { rows } = await sql<FailedOrder>`
      select order_id as "orderId", error, failed_at as "failedAt", retried_by as "retriedBy"
      from failed_order order by order_id`.execute(this.#db);
    return rows;
  }

  async failedFor(jobId: string, most: number): Promise<readonly number[]> {
    const { rows } = await sql<{ order_id: number }>`
      select order_id from failed_order where retried_by = ${jobId} order by order_id limit ${most}`.execute(this.#db);
    return rows.map(({ order_id }) => order_id);
  }

  async hand(orderIds: readonly number[], jobId: string): Promise<void> {
    await sql`update failed_order set retried_by = ${jobId} where order_id = any (${orderIds}::int[])`.execute(
      this.#db,
    );
  }

  async countFailed(): Promise<FailedCounts> {
    const { rows } = await sql<FailedCounts>`
      select (select count(*) from failed_order)::int as failed, overflow from fact_import`.execute(this.#db);
    return rows[0] ?? { failed: 0, overflow: 0 };
  }

  get #db() {
    return this.#database.kysely();
  }
}
