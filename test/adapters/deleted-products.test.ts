import { ManualClock } from '@backroom/adapters-memory';
import type { Core } from '@backroom/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const administrator = anAdministrator();
const winter = 'after=2025-01-01T00:00:00&before=2025-03-31T23:59:59&extended_info=1&order=asc';
type Row = Readonly<Record<string, unknown>>;

const product = (id: number, more: Row = {}) => ({
  ...{ kind: 'product', id, type: 'simple', name: `Product ${id}`, sku: `P-${id}`, status: 'publish' },
  ...{ price: '10', created_at: '2024-01-01T00:00:00Z' },
  ...more,
});
const line = (id: number, productId: number, name: string, more: Row = {}) => ({
  ...{ id, product_id: productId, name, quantity: 1, subtotal: '10', total: '10' },
  ...more,
});
const order = (id: number, day: string, lines: readonly Row[]) => ({
  ...{ kind: 'order', id, status: 'completed', currency: 'USD', created_at: `2025-02-${day}T10:00:00Z` },
  ...{ paid_at: `2025-02-${day}T10:00:00Z`, total: String(lines.length * 10), total_tax: '0', shipping_total: '0' },
  ...{ shipping_tax: '0', discount_total: '0', lines },
});
const records = [
  ...[product(1), product(2), product(3, { type: 'variable' })],
  { ...product(4, { product_id: 3 }), kind: 'variation' },
  order(11, '02', [line(1, 1, 'Old name'), line(2, 2, 'Kept')]),
  order(13, '01', [line(5, 1, 'Older name')]),
  order(12, '03', [line(3, 1, 'Last name'), line(4, 3, 'Shirt - red', { variation_id: 4 })]),
];

async function* lines(): AsyncGenerator<string> {
  for (const record of records) yield JSON.stringify(record);
}

for (const database of databases)
  describe(`deleted products on ${database.name}`, () => {
    let stores: Stores;
    let core: Core;
    const ask = async (path: string, query = winter) => {
      const { status, body } = await shopOf(core).ask({ path: `/shop-analytics/${path}`, query, as: administrator });
      expect(status, JSON.stringify(body)).toBe(200);
      return body as readonly Row[];
    };

    beforeAll(async () => {
      stores = await openStores(database);
      core = coreOn(stores, {}, new ManualClock(new Date('2025-04-02T12:00:00Z')));
      const imported = await core.interchange.importRecords(administrator, { open: lines, onError: 'stop' });
      expect(imported.problems).toEqual([]);
      await core.catalog.deleteProduct(administrator, { id: 1, force: true });
      await core.catalog.deleteProduct(administrator, { id: 3, force: true });
    });
    afterAll(() => stores?.close());

    it('show the name under which they were sold last', async () => {
      const rows = await ask('reports/products', `${winter}&orderby=items_sold`);
      const names = new Map(rows.map((row) => [row.product_id, (row.extended_info as Row).name]));
      expect([names.get(1), names.get(2), names.get(3)]).toEqual([
        'Last name (Deleted)',
        'Product 2',
        'Shirt - red (Deleted)',
      ]);
    });

    it('show the name on its line in each order', async () => {
      const rows = await ask('reports/orders');
      const names = rows.map(({ extended_info: more }) =>
        (more as { readonly products: readonly Row[] }).products.map(({ name }) => name),
      );
      expect(names).toEqual([
        ['Older name (Deleted)'],
        ['Old name (Deleted)', 'Product 2'],
        ['Last name (Deleted)', 'Shirt - red (Deleted)'],
      ]);
    });

    it('show it among the best, too', async () => {
      const boards = await ask('leaderboards', 'after=2025-01-01T00:00:00&before=2025-03-31T23:59:59');
      expect(JSON.stringify(boards)).toContain('Last name (Deleted)');
    });

    it('leave variations their last name, marked as deleted', async () => {
      const rows = await ask('reports/variations', `${winter}&variations=4`);
      expect(rows.map(({ extended_info: more }) => more)).toEqual([{ name: 'Shirt - red', deleted: true }]);
    });
  });
