import { closeSync, openSync, writeSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { UNIT } from '@backroom/core';
import pg from 'pg';

/** A row of a statement; amounts as numbers of the currency. */
export type ColumnRow = Readonly<Record<string, string | number>>;

/** What is used of DuckDB, which is fetched only for a comparison and so has no types here. */
interface DuckDb {
  readonly DuckDBInstance: {
    create(path: string, options: Readonly<Record<string, string>>): Promise<Instance>;
  };
}
interface Instance {
  connect(): Promise<Connection>;
  closeSync(): void;
}
interface Connection {
  run(text: string): Promise<unknown>;
  runAndReadAll(text: string): Promise<{ getRowObjects(): readonly Readonly<Record<string, unknown>>[] }>;
  closeSync(): void;
}

/** What is copied: facts, and the records that reports join. */
const sources: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      ...['order_fact', 'line_fact', 'coupon_fact', 'tax_fact', 'customer_fact'],
      ...['product', 'product_category_link'],
    ].map((table) => [table, `select * from ${table}`]),
  ),
  download: `select download.id, date_trunc('second', at at time zone coalesce(document ->> 'timeZone', 'UTC')) as at
    from download cross join shop_setting`,
};
/** Types of columns by the ids of those of PostgreSQL; columns of other types are left out. */
const types: Readonly<Record<number, string>> = {
  16: 'boolean',
  20: 'bigint',
  21: 'smallint',
  23: 'integer',
  25: 'varchar',
  1043: 'varchar',
  1082: 'date',
  1114: 'timestamp',
  1184: 'timestamptz',
};

/** Rules and settings by which a shop counts. */
export interface ShopRules {
  readonly excluded: readonly string[];
  /** In units of the stored quantity. */
  readonly lowStock: number;
}

/** A column store in this process with a copy of the facts of a shop, on as many threads as there are cores. */
export class ColumnStore {
  readonly rules: ShopRules;
  readonly #folder: string;
  readonly #instance: Instance;
  readonly #connection: Connection;

  private constructor(rules: ShopRules, folder: string, [instance, connection]: [Instance, Connection]) {
    this.rules = rules;
    this.#folder = folder;
    this.#instance = instance;
    this.#connection = connection;
  }

  static async copyOf(url: string): Promise<ColumnStore> {
    const duckdb: DuckDb = await import(
      new URL('../../.toolchain/duckdb/node_modules/@duckdb/node-api/lib/index.js', import.meta.url).href
    );
    const folder = await mkdtemp(join(tmpdir(), 'backroom-columns-'));
    const threads = String(cpus().length);
    const instance = await duckdb.DuckDBInstance.create(join(folder, 'facts.duckdb'), { threads });
    const connection = await instance.connect();
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      for (const [table, source] of Object.entries(sources))
        await copyTable(client, connection, { table, source, folder });
      const { rows } = await client.query<ShopRules>(
        `select excluded_statuses as excluded, greatest(1, (document ->> 'lowStockAmount')::float) * ${UNIT} as "lowStock"
         from fact_rules cross join shop_setting`,
      );
      return new ColumnStore(rows[0] ?? { excluded: [], lowStock: UNIT }, folder, [instance, connection]);
    } finally {
      await client.end();
    }
  }

  async ask(text: string): Promise<readonly ColumnRow[]> {
    const rows = (await this.#connection.runAndReadAll(text)).getRowObjects();
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, typeof value === 'bigint' ? Number(value) : value]),
      ),
    ) as readonly ColumnRow[];
  }

  async close(): Promise<void> {
    this.#connection.closeSync();
    this.#instance.closeSync();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

interface CopiedTable {
  readonly table: string;
  readonly source: string;
  readonly folder: string;
}

async function copyTable(client: pg.Client, connection: Connection, copied: CopiedTable): Promise<void> {
  const { table, source, folder } = copied;
  const { fields } = await client.query(`select * from (${source}) s limit 0`);
  const columns = fields.filter(({ dataTypeID: type }) => Object.hasOwn(types, type));
  const names = columns.map(({ name }) => name).join(', ');
  const file = join(folder, `${table}.csv`);
  await copyOut(client, `copy (select ${names} from (${source}) s order by 1) to stdout (format csv)`, file);
  const typed = columns.map(({ name, dataTypeID: type }) => `'${name}': '${types[type]}'`).join(', ');
  await connection.run(
    `create table ${table} as select * from read_csv('${file}', header = false, columns = {${typed}})`,
  );
  await rm(file);
}

/** Writes what a `copy … to stdout` sends into a file. */
function copyOut(client: pg.Client, text: string, file: string): Promise<void> {
  const target = openSync(file, 'w');
  const nothing = () => {};
  return new Promise<void>((resolve, reject) => {
    const copying = {
      submit: (connection: pg.Connection) => connection.query(text),
      handleCopyData: ({ chunk }: { readonly chunk: Buffer }) => void writeSync(target, chunk),
      handleError: reject,
      handleReadyForQuery: () => resolve(),
      handleCommandComplete: nothing,
      handleRowDescription: nothing,
      handleDataRow: nothing,
      handlePortalSuspended: nothing,
      handleEmptyQuery: nothing,
      handleCopyInResponse: nothing,
    };
    client.query(copying as unknown as pg.Submittable);
  }).finally(() => closeSync(target));
}
