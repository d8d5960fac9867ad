import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from '@backroom/adapters-memory';
import type { Core } from '@backroom/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from '../architecture/rules/sources.ts';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import type { Envelope, Numbers } from '../support/report-answers.ts';
import { nearly } from '../support/report-cases.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const small = readFileSync(join(root, 'test/support/fixtures/shop-small.ndjson'), 'utf8');
const administrator = anAdministrator();
const winter = 'after=2025-01-01T00:00:00&before=2025-03-31T23:59:59';

type Row = Readonly<Record<string, unknown>>;

async function* linesOf(text: string): AsyncGenerator<string> {
  yield* text.split('\n');
}

for (const database of databases)
  describe(`the routes of reports on ${database.name}`, () => {
    let stores: Stores;
    let core: Core;
    beforeAll(async () => {
      stores = await openStores(database);
      core = coreOn(stores, {}, new ManualClock(new Date('2025-04-02T12:00:00Z')));
      await core.interchange.importRecords(administrator, { open: () => linesOf(small), onError: 'stop' });
    });
    afterAll(() => stores?.close());

    const ask = (path: string, query = '') =>
      shopOf(core).ask({ path: `/shop-analytics/${path}`, query, as: administrator });
    const rows = async (path: string, query = '') => (await ask(path, query)).body as readonly Row[];
    const envelope = async (path: string, query = '') =>
      (await ask(`reports/${path}`, `${winter}&per_page=100&${query}`)).body as unknown as Envelope;
    const refusal = async (path: string, query: string) => {
      const { status, body } = await ask(path, query);
      const { code, data } = body as { code: string; data: { params?: object } };
      return [status, code, Object.keys(data.params ?? {})];
    };
    const summed = (parts: readonly Numbers[], name: string) =>
      parts.reduce((sum, numbers) => sum + (numbers[name] ?? 0), 0);

    it.each([
      ['revenue/stats', ['total_sales', 'net_revenue', 'orders_count', 'refunds', 'taxes', 'coupons', 'gross_sales']],
      ['orders/stats', ['total_sales', 'num_items_sold', 'shipping']],
      ['products/stats', ['items_sold', 'net_revenue']],
      ['variations/stats', ['items_sold', 'net_revenue']],
      ['coupons/stats', ['amount', 'orders_count']],
      ['taxes/stats', ['total_tax', 'order_tax', 'shipping_tax']],
      ['downloads/stats', ['download_count']],
    ])('add up to the totals in %s, by whatever interval', async (slug, measures) => {
      for (const interval of ['day', 'week', 'month', 'quarter', 'year']) {
        const { totals, intervals } = await envelope(slug, `interval=${interval}`);
        const sums = Object.fromEntries(
          measures.map((name) => [
            name,
            summed(
              intervals.map(({ subtotals }) => subtotals),
              name,
            ),
          ]),
        );
        const right = Object.fromEntries(measures.map((name) => [name, totals[name]]));
        expect(nearly(right, sums)).toEqual(sums);
      }
    });

    it.each([
      ['orders/stats', 'customer_type', ['orders_count', 'net_revenue', 'total_sales', 'num_items_sold']],
      ['products/stats', 'product', ['items_sold', 'net_revenue']],
      ['variations/stats', 'variation', ['items_sold', 'net_revenue']],
      ['coupons/stats', 'coupon', ['amount']],
      ['taxes/stats', 'tax_rate_id', ['total_tax', 'order_tax']],
    ])('have segments in %s by %s that add up to the totals', async (slug, segment, measures) => {
      const { totals } = await envelope(slug, `segmentby=${segment}&interval=month`);
      for (const name of measures) {
        const sum = summed(
          totals.segments.map(({ subtotals }) => subtotals),
          name,
        );
        expect(nearly(totals[name], sum)).toBe(sum);
      }
    });

    it('have the same segments in every interval, by id', async () => {
      const { totals, intervals } = await envelope('orders/stats', 'segmentby=category&interval=month');
      const ids = totals.segments.map(({ segment_id: id }) => id);
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      for (const { subtotals } of intervals) expect(subtotals.segments.map(({ segment_id: id }) => id)).toEqual(ids);
    });

    it('agree on products, one by one and added up', async () => {
      const { totals } = await envelope('products/stats');
      const list = await rows('reports/products', `${winter}&per_page=100`);
      for (const name of ['items_sold', 'net_revenue']) {
        const sum = list.reduce((all, row) => all + Number(row[name]), 0);
        expect(nearly(totals[name], sum)).toBe(sum);
      }
      expect(totals.products_count).toBe(list.length);
    });

    it('agree on taxes, one by one and added up', async () => {
      const { totals } = await envelope('taxes/stats');
      expect(
        nearly({ total_tax: 91.79, order_tax: 76.03, shipping_tax: 15.76, orders_count: 20 }, totals),
      ).toMatchObject({
        ...{
          total_tax: totals.total_tax,
          order_tax: totals.order_tax,
          shipping_tax: totals.shipping_tax,
          orders_count: 20,
        },
      });
      const list = await rows('reports/taxes', `${winter}&per_page=100`);
      const sum = list.reduce((all, row) => all + Number(row.total_tax), 0);
      expect(nearly(totals.total_tax, sum)).toBe(sum);
    });

    it('agree on the front page with the reports', async () => {
      const names = (await rows('reports/performance-indicators/allowed')).map(({ stat }) => String(stat));
      expect(names).toHaveLength(15);
      const query = `${winter}&${names
        .toReversed()
        .map((name) => `stats[]=${name}`)
        .join('&')}&stats[]=no/thing`;
      const { body, headers } = await ask('reports/performance-indicators', query);
      const reported = body as readonly Row[];
      expect(reported.map(({ stat }) => stat)).toEqual(names);
      expect(headers).toMatchObject({ 'X-CMS-Total': '15', 'X-CMS-TotalPages': '1' });
      for (const { stat, chart, value } of reported) {
        const { totals } = await envelope(`${String(stat).split('/')[0]}/stats`);
        expect(nearly(totals[String(chart)], value)).toBe(value);
      }
    });

    it('rank as the reports do, and link to them', async () => {
      const asked = 'per_page=3&persisted_query={"period":"custom","path":"x"}';
      const boards = (await rows('leaderboards', `${winter}&${asked}`)) as readonly {
        readonly id: string;
        readonly rows: readonly (readonly { readonly display: string; readonly value: unknown }[])[];
      }[];
      expect(boards.map(({ id }) => id)).toEqual(['customers', 'coupons', 'categories', 'products']);
      const list = await rows('reports/products', `${winter}&per_page=3&orderby=items_sold`);
      expect(boards[3]?.rows.map((cells) => cells[1]?.value)).toEqual(list.map((row) => row.items_sold));
      expect(boards[3]?.rows[0]?.[0]?.display).toBe(
        `<a href='https://shop.example/cms-admin/admin.php?page=shop-admin&amp;path=/analytics/products&amp;period=custom&amp;filter=single_product&amp;products=${list[0]?.product_id}'>${boards[3]?.rows[0]?.[0]?.value}</a>`,
      );
      const allowed = await ask('leaderboards/allowed');
      expect((allowed.body as readonly Row[]).map(({ id }) => id)).toEqual(boards.map(({ id }) => id));
      expect(allowed.headers).toMatchObject({ 'X-CMS-Total': '4', 'X-CMS-TotalPages': '1' });
    });

    it('read one customer as a list of one or none', async () => {
      expect((await rows('customers/1')).map(({ id }) => id)).toEqual([1]);
      const { status, body, headers } = await ask('customers/999');
      expect([status, body, headers['X-CMS-Total']]).toEqual([200, [], '0']);
      expect(await rows('customers/1', 'user_type=guest')).toEqual([]);
    });

    it('find customers by name, by id in the place of a name, and between two bounds in any order', async () => {
      const ids = async (query: string) =>
        (await rows('reports/customers', `${query}&per_page=100`)).map(({ id }) => id);
      expect(await ids('search=ANA')).toEqual([1]);
      expect(await ids('search=%25')).toEqual([]);
      expect(await ids('name_includes=1,x')).toEqual([1]);
      expect(await ids('name_includes=x')).toEqual([]);
      expect(await ids('include=1&orders_count_between[]=9&orders_count_between[]=0')).toHaveLength(8);
      const between = 'registered_between[]=2025-02-28T00:00:00&registered_between[]=2025-01-01T00:00:00';
      expect(await ids(between)).toEqual(
        await ids('registered_after=2025-01-01T00:00:00&registered_before=2025-02-28T00:00:00'),
      );
    });

    it('look for products by terms that may have blanks', async () => {
      const { body } = await ask('reports/products', `${winter}&search=t-shirt&extended_info=1`);
      const [shirt] = body as readonly { readonly extended_info: { readonly name: string } }[];
      expect(shirt?.extended_info.name).toBe('T-Shirt');
      expect(await rows('reports/products', `${winter}&search=t shirt`)).toEqual([]);
    });

    it.each([
      ['reports/customers', 'orders_count_between=1', [400, 'rest_invalid_param', ['orders_count_between']]],
      [
        'reports/customers',
        'total_spend_between[]=1&total_spend_between[]=x',
        [400, 'rest_invalid_param', ['total_spend_between']],
      ],
      [
        'customers',
        'registered_between[]=2025-02-30T00:00:00&registered_between[]=2025-01-01T00:00:00',
        [400, 'rest_invalid_param', ['registered_between']],
      ],
      ['reports/revenue/stats', 'segmentby=variation', [400, 'shop_admin_reports_invalid_segmenting_variation', []]],
      ['reports/products/stats', 'segmentby=coupon', [400, 'rest_invalid_param', ['segmentby']]],
      ['reports/performance-indicators', '', [400, 'shop_analytics_performance_indicators_empty_query', []]],
      ['reports/products', `search=${'a,'.repeat(101)}`, [400, 'rest_invalid_param', ['search']]],
      ['leaderboards/visitors', '', [400, 'rest_invalid_param', ['leaderboard']]],
    ])('refuse %s?%s', async (path, query, expected) => {
      expect(await refusal(path, query)).toEqual(expected);
    });

    it('keep totals and counts on a page beyond the end', async () => {
      const { body, headers } = await ask('reports/revenue/stats', `${winter}&interval=month&page=9`);
      const { totals, intervals } = body as unknown as Envelope;
      expect([totals.orders_count, intervals, headers['X-CMS-Total'], headers['X-CMS-TotalPages']]).toEqual([
        24,
        [],
        '3',
        '1',
      ]);
    });

    it('use the older name of a parameter where the newer one is missing', async () => {
      const of = async (query: string) => (await envelope('orders/stats', query)).totals.orders_count;
      expect(await of('customer=new')).toBe(await of('customer_type=new'));
      expect(await of('customer=new&customer_type=returning')).toBe(await of('customer_type=returning'));
    });
  });
