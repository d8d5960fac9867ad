import type { Core } from '@backroom/core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const PRODUCTS = 1_000;
const common = { price: '1', status: 'publish', created_at: '2025-01-01T00:00:00Z' };

async function* records() {
  for (let id = 1; id <= PRODUCTS; id += 1)
    yield JSON.stringify({ kind: 'product', id, type: 'variable', name: `Thing ${id}`, sku: `T-${id}`, ...common });
  for (let id = 1; id <= 2 * PRODUCTS; id += 1)
    yield JSON.stringify({
      kind: 'variation',
      id: PRODUCTS + id,
      product_id: Math.ceil(id / 2),
      sku: `V-${id}`,
      ...common,
    });
}

let stores: Stores;
let core: Core;
beforeAll(async () => {
  const postgres = databases.find(({ name }) => name === 'postgres');
  if (!postgres) throw new Error('There is no server.');
  stores = await openStores(postgres, 1);
  core = coreOn(stores);
  // Statistics stay those of an empty table, as they are during a long import.
  await stores.database.executeSql('alter table product set (autovacuum_enabled = off)');
});
afterAll(() => stores?.close());

/** Rows of products that PostgreSQL has read so far, by scans and by index. */
async function rowsRead(): Promise<{ readonly scanned: number; readonly fetched: number }> {
  await stores.database.executeSql('select pg_stat_force_next_flush()');
  const { rows } = await stores.database.executeSql(
    `select seq_tup_read::int as scanned, coalesce(idx_tup_fetch, 0)::int as fetched from pg_stat_user_tables where relname = 'product'`,
  );
  return rows[0] as { scanned: number; fetched: number };
}

it('an import of products with skus into an empty shop scans no table', async () => {
  const report = await core.interchange.importRecords(anAdministrator(), { open: records, onError: 'stop' });
  expect(report.failed).toBe(0);
  expect((await rowsRead()).scanned).toBeLessThan(PRODUCTS);
});

it('a walk over variations reads each row a few times, not once for each page', async () => {
  const { products, database } = stores;
  await database.executeSql('analyze product');
  const before = await rowsRead();
  let afterId = 0;
  let walked = 0;
  for (;;) {
    const page = await products.walkPublishedVariations(afterId, 100);
    walked += page.length;
    const last = page.at(-1);
    if (last === undefined) break;
    afterId = last.id;
  }
  const after = await rowsRead();
  expect(walked).toBe(2 * PRODUCTS);
  expect(after.scanned + after.fetched - before.scanned - before.fetched).toBeLessThan(3 * 3 * PRODUCTS);
});
