import { fromNumeric, toNumeric } from '@backroom/core';
import type { ProductRef, StockSyncStore, SyncedProduct, SyncOutcome, SyncRequest } from '@backroom/core/inventory';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { productSkuKey } from '../commerce/product-rows.ts';

/** Advisory lock (first key) that serialises synchronisations which carry request ids. */
const SYNC_REQUEST_LOCK = 4610;

interface SyncedProductRecord {
  readonly id: number;
  readonly sku: string | null;
  readonly sku_key: string | null;
  readonly manage_stock: boolean;
  readonly stock_quantity: string | number | null;
  readonly stock_status: SyncedProduct['stockStatus'];
  readonly backorders: SyncedProduct['backorders'];
  readonly low_stock_amount: string | number | null;
}

interface SyncRequestRecord {
  readonly request_id: string;
  readonly product_id: number;
  readonly mode: SyncRequest['mode'];
  readonly quantity: string;
}

/** State of stock synchronisation from external systems in PostgreSQL: applied requests, and the age of each product's stock. */
export class MikroStockSyncStore implements StockSyncStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async holdRequests(requestIds: readonly string[]): Promise<readonly SyncRequest[]> {
    const db = this.#database.kysely();
    await sql`select pg_advisory_xact_lock(${SYNC_REQUEST_LOCK}, 0)`.execute(db);
    const { rows } = await sql<SyncRequestRecord>`
      select request_id, product_id, mode, quantity from stock_sync_request
      where request_id = any(${requestIds}::text[])`.execute(db);
    return rows.map((row) => ({
      requestId: row.request_id,
      productId: row.product_id,
      mode: row.mode,
      quantity: fromNumeric(row.quantity),
    }));
  }

  async holdProducts(refs: readonly ProductRef[]): Promise<readonly (SyncedProduct | undefined)[]> {
    const db = this.#database.kysely();
    const ids = refs.flatMap(({ productId }) => productId ?? []);
    const keys = refs.flatMap(({ productId, sku }) =>
      productId === undefined && sku !== undefined ? productSkuKey(sku) : [],
    );
    const { rows } = await sql<SyncedProductRecord>`
      select id, sku, sku_key, manage_stock, stock_quantity, stock_status, backorders, low_stock_amount from product
      where id = any(${ids}::bigint[]) or sku_key = any(${keys}::text[]) order by id for no key update`.execute(db);
    // A separate statement: its snapshot includes the commits that the lock waited for.
    const reports = await sql<{ product_id: number; told_at: Date }>`
      select product_id, told_at from stock_sync where product_id = any(${rows.map(({ id }) => id)}::int[])`.execute(
      db,
    );
    const reportedAt = new Map(reports.rows.map((row) => [row.product_id, row.told_at]));
    const products = rows.map((row) => ({ key: row.sku_key, product: toProduct(row, reportedAt.get(row.id)) }));
    const byId = new Map(products.map(({ product }) => [product.id, product]));
    const byKey = new Map(products.map(({ key, product }) => [key, product]));
    return refs.map(({ productId, sku }) =>
      productId === undefined ? byKey.get(productSkuKey(sku ?? '')) : byId.get(productId),
    );
  }

  async save({ stocks, reported, requests }: SyncOutcome, now: Date): Promise<void> {
    const db = this.#database.kysely();
    if (stocks.length > 0)
      await sql`
        update product p set stock_quantity = g.quantity, stock_status = g.status, modified_at = ${now}
        from unnest(${stocks.map(({ id }) => id)}::int[], ${stocks.map(({ stockQuantity }) => stockQuantity)}::bigint[],
          ${stocks.map(({ stockStatus }) => stockStatus)}::text[]) as g (id, quantity, status)
        where p.id = g.id`.execute(db);
    if (reported.length > 0)
      await sql`
        insert into stock_sync (product_id, told_at)
        select * from unnest(${reported.map(({ productId }) => productId)}::int[], ${reported.map(({ at }) => at)}::timestamptz[])
        on conflict (product_id) do update set told_at = excluded.told_at`.execute(db);
    if (requests.length > 0) {
      const rows = requests.map(({ requestId, productId, mode, quantity }) => ({
        request_id: requestId,
        product_id: productId,
        mode,
        quantity: toNumeric(quantity),
      }));
      await sql`
        insert into stock_sync_request (request_id, product_id, mode, quantity, at)
        select request_id, product_id, mode, quantity, ${now} from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
          as r (request_id text, product_id int, mode text, quantity numeric)`.execute(db);
    }
  }
}

const number = (value: string | number | null): number | null => (value === null ? null : Number(value));

const toProduct = (row: SyncedProductRecord, reportedAt: Date | undefined): SyncedProduct => ({
  id: row.id,
  sku: row.sku,
  manageStock: row.manage_stock,
  stockQuantity: number(row.stock_quantity),
  stockStatus: row.stock_status,
  backorders: row.backorders,
  lowStockAmount: number(row.low_stock_amount),
  reportedAt: reportedAt ?? null,
});
