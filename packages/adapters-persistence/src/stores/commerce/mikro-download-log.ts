import type { Download } from '@backroom/core/commerce';
import type { DownloadLog } from '@backroom/core/orders';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';
import { type RecordTable, selectAfter } from './record-queries.ts';
import { lastById, raisedSequence } from './record-writes.ts';

interface DownloadRecord {
  readonly id: number;
  readonly permission_id: number;
  readonly product_id: number;
  readonly order_id: number;
  readonly user_id: number | null;
  readonly file_id: string;
  readonly at: Date;
  readonly ip_address: string;
}

const downloadTable: RecordTable<DownloadRecord, Download> = {
  table: 'download',
  columns: 'r.id, r.permission_id, r.product_id, r.order_id, r.user_id, r.file_id, r.at, r.ip_address',
  created: 'at',
  modified: 'at',
  toRecord: (row) => ({
    id: row.id,
    permissionId: row.permission_id,
    productId: row.product_id,
    orderId: row.order_id,
    userId: row.user_id,
    fileId: row.file_id,
    at: row.at,
    ipAddress: row.ip_address,
  }),
};

const columns = sql.raw('permission_id, product_id, order_id, user_id, file_id, at, ip_address');

/** Downloads in PostgreSQL. */
export class MikroDownloadLog implements DownloadLog {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async save(downloads: readonly Download[]): Promise<void> {
    if (downloads.length === 0) return;
    const records = lastById(downloads).map((download) => ({
      id: download.id,
      permission_id: download.permissionId,
      product_id: download.productId,
      order_id: download.orderId,
      user_id: download.userId,
      file_id: download.fileId,
      at: download.at,
      ip_address: download.ipAddress,
    }));
    await sql`
      with input as materialized (
        select * from json_to_recordset(${JSON.stringify(records)}::json) as g (id int, permission_id int, product_id int,
          order_id int, user_id int, file_id text, at timestamptz, ip_address text)
      ), ${raisedSequence('download')}
      insert into download as d (id, ${columns}) select id, ${columns} from input cross join raised order by id
      on conflict (id) do update set (${columns}) = row(excluded.permission_id, excluded.product_id, excluded.order_id,
        excluded.user_id, excluded.file_id, excluded.at, excluded.ip_address)
      where d is distinct from excluded`.execute(this.#database.kysely());
  }

  async walk(afterId: number, most: number): Promise<readonly Download[]> {
    return selectAfter(this.#database.kysely(), downloadTable, { afterId, most });
  }
}
