import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '@backroom/adapters-memory';
import { anonymous, type Core } from '@backroom/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../architecture/rules/sources.ts';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { arranged, askedIn, comparable, nearly, reportCases, sortedNumbers } from '../support/report-cases.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const small = readFileSync(join(root, 'test/support/fixtures/shop-small.ndjson'), 'utf8');
const administrator = anAdministrator();
interface Refusal {
  readonly code: string;
  readonly data: { readonly status: number; readonly params?: readonly string[] | object };
}

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

for (const database of databases)
  describe(`reports of the small shop on ${database.name}`, () => {
    let stores: Stores;
    let core: Core;
    beforeAll(async () => {
      stores = await openStores(database);
      core = coreOn(stores, {}, new ManualClock(new Date('2025-04-02T12:00:00Z')));
      await core.interchange.importRecords(administrator, { open: () => linesOf(small), onError: 'stop' });
    });
    afterAll(() => stores?.close());

    const ask = (path: string, query = '') => shopOf(core).ask({ path, query, as: administrator });
    const ids = async (query: string): Promise<readonly number[]> => {
      const { body } = await ask('/shop-analytics/reports/orders', `after=2025-01-01T00:00:00&per_page=100&${query}`);
      return (body as readonly { order_id: number }[]).map((row) => row.order_id).toSorted((a, b) => a - b);
    };

    it.each(reportCases)('answer $name', async (one) => {
      const { path, query } = askedIn(one);
      const answer = await shopOf(core).ask({ path, query, as: one.role === 'admin' ? administrator : anonymous });
      const { status, body, total, total_pages: pages } = one.expect;
      expect([answer.status, answer.body]).toEqual([status, expect.anything()]);
      if (status !== 200) {
        const reported = ({ code, data }: Refusal) => ({
          code,
          status: data.status,
          params: (Array.isArray(data.params) ? data.params : Object.keys(data.params ?? {})).toSorted(),
        });
        expect(reported(answer.body as Refusal)).toEqual(reported(body as Refusal));
        return;
      }
      const given = comparable(arranged(answer.body, one.unordered), one.ignore);
      expect(given).toEqual(nearly(comparable(arranged(body, one.unordered), one.ignore), given));
      if (total != null) expect(answer.headers).toMatchObject({ 'X-CMS-Total': total, 'X-CMS-TotalPages': pages });
      if (one.sorted) {
        const numbers = sortedNumbers(answer.body, one.sorted);
        const sign = one.sorted.direction === 'asc' ? 1 : -1;
        expect(numbers).toEqual(numbers.toSorted((a, b) => sign * (a - b)));
      }
    });

    it('have the details of an order', async () => {
      const { body } = await ask(
        '/shop-analytics/reports/orders',
        'order_includes=67,74&after=2025-01-01T00:00:00&extended_info=1',
      );
      const [refund, order] = body as readonly { extended_info: Record<string, unknown>; _links: unknown }[];
      expect(refund?.extended_info.products).toEqual([
        { id: 10, name: 'Mug', quantity: 2 },
        { id: 11, name: 'Cap', quantity: 1 },
      ]);
      expect(order?.extended_info).toMatchObject({
        customer: { customer_id: 6 },
        attribution: { origin: expect.any(String) },
      });
      expect(order?._links).toEqual({
        order: [{ href: 'https://shop.example/index.php?rest_route=/shop-analytics/orders/67' }],
      });
    });

    it('join conditions by the given operator', async () => {
      const mugs = await ids('product_includes=10');
      const refunds = await ids('refunds=all');
      const both = await ids('product_includes=10&refunds=all');
      expect(both).toEqual(mugs.filter((id) => refunds.includes(id)));
      expect(await ids('product_includes=10&refunds=all&match=any')).toEqual(
        [...new Set([...mugs, ...refunds])].toSorted((a, b) => a - b),
      );
    });

    it('count all statuses with a filter by status, also by any', async () => {
      const everything = await ids('status_is=any');
      const counted = await ids('');
      expect(counted.every((id) => everything.includes(id))).toBe(true);
      expect(everything.length).toBeGreaterThan(counted.length);
      const completed = await ids('status_is=completed');
      expect([...completed, ...(await ids('status_is_not=completed'))].toSorted((a, b) => a - b)).toEqual(everything);
    });

    it('find nothing for unknown ids, and leave out malformed pairs', async () => {
      expect(await ids('product_includes=9007199254740991')).toEqual([]);
      expect(await ids('attribute_is[0][]=0&attribute_is[0][]=1&attribute_is[1][]=x')).toEqual(await ids(''));
    });

    it('are a week long by default', async () => {
      const { headers } = await ask('/shop-analytics/reports/orders');
      const { headers: asked } = await ask(
        '/shop-analytics/reports/orders',
        'after=2025-03-26T12:00:00&before=2025-04-02T12:00:00',
      );
      expect(headers['X-CMS-Total']).toBe(asked['X-CMS-Total']);
    });

    it('put stock in the order of the ids in the request', async () => {
      const { body } = await ask('/shop-analytics/reports/stock', 'include=31,10,22&orderby=include&order=desc');
      expect((body as readonly { id: number }[]).map(({ id }) => id)).toEqual([31, 10, 22]);
    });

    it('apply the offset of stock before the page, and lose no count beyond the end', async () => {
      const first = await ask('/shop-analytics/reports/stock', 'orderby=id&per_page=3');
      const moved = await ask('/shop-analytics/reports/stock', 'orderby=id&per_page=2&offset=1');
      expect(moved.body).toEqual((first.body as readonly unknown[]).slice(1));
      const beyond = await ask('/shop-analytics/reports/stock', 'page=9007199254740991&offset=-5');
      expect([beyond.status, beyond.body, beyond.headers['X-CMS-Total']]).toEqual([200, [], '21']);
    });

    it('are listed', async () => {
      const { body } = await ask('/shop-analytics/reports');
      const slugs = (body as readonly { slug: string }[]).map(({ slug }) => slug);
      for (const slug of slugs)
        expect((await ask(`/shop-analytics/reports/${slug}`, 'stats=orders/orders_count')).status).toBe(200);
      expect(slugs).toContain('stock/stats');
    });
  });
