import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '@backroom/adapters-memory';
import { type PublishedRow, printedReports } from '@backroom/core/analytics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../architecture/rules/sources.ts';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { type ExportingShop, exportingShop } from '../support/exports.ts';
import { shopOf } from '../support/shop.ts';
import { openStores, type Stores } from '../support/stores.ts';

const small = readFileSync(join(root, 'test/support/fixtures/shop-small.ndjson'), 'utf8');
const administrator = anAdministrator();
const winter = { after: '2025-01-01T00:00:00', before: '2025-03-31T23:59:59' };
const pathOf = (type: string) => `/shop-analytics/reports/${type === 'revenue' ? 'revenue/stats' : type}`;

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

for (const database of databases)
  describe(`exports on ${database.name}`, () => {
    let stores: Stores;
    let shop: ExportingShop;
    const clock = new ManualClock(new Date('2025-04-02T12:00:00Z'));
    beforeAll(async () => {
      stores = await openStores(database);
      shop = await exportingShop(stores, clock);
      await shop.core.interchange.importRecords(administrator, { open: () => linesOf(small), onError: 'stop' });
    });
    afterAll(async () => {
      await stores?.close();
      await shop?.close();
    });

    /** All rows of a report, page by page as clients request them. */
    async function reported(
      type: string,
      args: Readonly<Record<string, unknown>> = {},
    ): Promise<readonly PublishedRow[]> {
      const rows: PublishedRow[] = [];
      for (let page = 1; ; page += 1) {
        const query = new URLSearchParams({ per_page: '25', page: String(page) });
        if (type !== 'revenue') query.set('extended_info', 'true');
        for (const [name, value] of Object.entries(args))
          for (const each of [value].flat()) query.append(Array.isArray(value) ? `${name}[]` : name, String(each));
        const { body } = await shopOf(shop.core).ask({ path: pathOf(type), query: String(query), as: administrator });
        const part = (type === 'revenue' ? (body as { readonly intervals: never }).intervals : body) as PublishedRow[];
        rows.push(...part);
        if (part.length < 25) return rows;
      }
    }

    it.each([
      ['products', winter],
      ['products', { ...winter, orderby: 'net_revenue', order: 'asc' }],
      ['products', { ...winter, orderby: 'product_name', search: 'e' }],
      ['variations', winter],
      ['orders', winter],
      ['orders', { ...winter, orderby: 'net_total', order: 'asc', status_is: ['completed', 'refunded'] }],
      ['categories', { ...winter, orderby: 'items_sold' }],
      ['taxes', { ...winter, orderby: 'rate' }],
      ['coupons', { ...winter, orderby: 'code' }],
      ['stock', { orderby: 'title', order: 'asc' }],
      ['downloads', winter],
      ['customers', { orderby: 'total_spend' }],
      ['customers', { ...winter, orderby: 'name', order: 'asc' }],
      ['revenue', { ...winter, interval: 'day', order: 'asc' }],
      ['revenue', { ...winter, interval: 'week', orderby: 'net_revenue' }],
    ] as const)('have the rows of the report in its order: %s by %o', async (type, args) => {
      const [headers, ...rows] = await shop.exported(type, args);
      const report = await reported(type, args);
      const { columns } = printedReports[type];
      expect(report.length).toBeGreaterThan(0);
      expect(headers).toEqual(columns.map(({ header }) => header));
      for (const [number, row] of report.entries())
        for (const [index, { header, read }] of columns.entries()) {
          // Names that are missing in the rows of the report are looked up for the file.
          if (header === 'Category' || (type === 'downloads' && header === 'Product title')) continue;
          const cell = rows[number]?.[index] ?? 'no cell';
          const value = read(row, { nameOf: () => undefined });
          if (typeof value === 'number') expect(Number(cell), `${header} of row ${number}`).toBeCloseTo(value, 2);
          else expect(cell.replace(/^'(?=[=+\-@\t\r])/, ''), `${header} of row ${number}`).toBe(value ?? '');
        }
      expect(rows).toHaveLength(report.length);
    });

    it('have the products of the order in the row of a refund, without an apostrophe in front', async () => {
      const [headers = [], ...rows] = await shop.exported('orders', winter);
      const cells = (header: string) => rows.map((row) => row[headers.indexOf(header)] ?? '');
      const numbers = cells('Order #');
      expect(numbers.filter((number) => number === '67')).toHaveLength(2);
      for (const [index, products] of cells('Product(s)').entries()) {
        expect(products).toMatch(/^(?:\d+× |$)/);
        if (numbers[index] === '67') expect(products).toBe('2× Mug, 1× Cap');
      }
    });

    it('begin no cell that is put together with a hyphen', () => {
      const products = printedReports.orders.columns.find(({ header }) => header === 'Product(s)');
      const row = { extended_info: { products: [{ id: 1, name: 'Mug', quantity: -2 }] } };
      expect(products?.read(row, { nameOf: () => undefined })).toBe('−2× Mug');
    });
  });
