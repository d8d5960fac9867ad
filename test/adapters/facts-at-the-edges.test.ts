import { ManualClock } from '@backroom/adapters-memory';
import type { Core } from '@backroom/core';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAdministrator } from '../support/builders.ts';
import { databases } from '../support/databases.ts';
import { shopOf } from '../support/shop.ts';
import { coreOn, openStores, type Stores } from '../support/stores.ts';

const administrator = anAdministrator();
type Json = Readonly<Record<string, unknown>>;
type Numbers = Readonly<Record<string, number>>;

/** One product for a price, without taxes. */
const anOrder = (price: string, changes: Json): Json => ({
  status: 'processing',
  currency: 'EUR',
  billing: { email: 'ida@example.test' },
  ...{ total: price, total_tax: '0', shipping_total: '0', shipping_tax: '0', discount_total: '0' },
  lines: [{ id: 1, product_id: 10, name: 'Mug', quantity: 1, subtotal: price, total: price, taxes: {} }],
  ...changes,
});

for (const database of databases)
  describe(`facts on ${database.name}`, () => {
    let stores: Stores;
    let core: Core;
    beforeAll(async () => {
      stores = await openStores(database);
      core = coreOn(stores, {}, new ManualClock(new Date('2026-12-01T12:00:00Z')));
      await core.settings.changeShopSettings(administrator, { record: { time_zone: 'Europe/Berlin' } });
    });
    afterAll(() => stores?.close());

    const ask = async (path: string, query: string) => {
      const { status, body } = await shopOf(core).ask({ path: `/shop-analytics/${path}`, query, as: administrator });
      expect(status, JSON.stringify(body)).toBe(200);
      return body as unknown;
    };
    /** What was sold, by the beginnings of intervals in which something was. */
    const soldBy = async (interval: string, dateType: string): Promise<Numbers> => {
      const range = 'after=2025-01-01T00:00:00&before=2026-12-31T23:59:59&per_page=5&orderby=net_revenue';
      const found: [string, number][] = [];
      for (const order of ['asc', 'desc']) {
        const query = `${range}&interval=${interval}&date_type=${dateType}&order=${order}`;
        const { intervals } = (await ask('reports/revenue/stats', query)) as {
          intervals: readonly { date_start: string; subtotals: Numbers }[];
        };
        for (const { date_start: start, subtotals } of intervals)
          if (subtotals.net_revenue !== 0) found.push([start.slice(0, 10), subtotals.net_revenue ?? 0]);
      }
      return Object.fromEntries(found);
    };
    const refresh = async () => {
      await core.analytics.refreshRollUps(administrator, {});
      expect((await core.analytics.verifyAnalytics(administrator, {})).differences).toEqual([]);
    };

    describe('of orders near midnight, where clocks change', () => {
      beforeAll(async () => {
        // 23:30 on the last day of the month in which summer ends, paid at 23:30 on the last day of the next one.
        const autumn = { id: 1, created_at: '2025-10-31T22:30:00Z', paid_at: '2025-11-30T22:30:00Z' };
        await core.orders.createOrder(administrator, { record: anOrder('100', autumn) });
        // 23:30 on the day on which summer begins, paid when May is a quarter of an hour old; in winter time it would be April.
        const spring = { id: 2, created_at: '2025-03-30T21:30:00Z', paid_at: '2025-04-30T22:15:00Z' };
        await core.orders.createOrder(administrator, { record: anOrder('40', spring) });
        await core.orders.updateOrder(administrator, {
          id: 2,
          record: { status: 'completed', completed_at: '2025-12-31T23:30:00Z' },
        });
        // Half past midnight on the first of April of the next year, while in winter time it would still be March.
        const record = { id: 3, amount: '30', created_at: '2026-03-31T22:30:00Z' };
        await core.orders.createRefund(administrator, { orderId: 1, record });
      });

      it('are on the days of the shop', async () => {
        const { rows } = await sql<Json>`select order_id, created_at::text, paid_at::text, completed_at::text,
          created_day::text, paid_day::text, completed_day::text from order_fact where order_id <= 3 order by order_id`.execute(
          stores.database.kysely(),
        );
        const on = (kind: string, at: string | null) => ({
          [`${kind}_at`]: at,
          [`${kind}_day`]: at?.slice(0, 10) ?? null,
        });
        const refunded = '2026-04-01 00:30:00';
        expect(rows).toEqual([
          {
            order_id: 1,
            ...on('created', '2025-10-31 23:30:00'),
            ...on('paid', '2025-11-30 23:30:00'),
            ...on('completed', null),
          },
          {
            order_id: 2,
            ...on('created', '2025-03-30 23:30:00'),
            ...on('paid', '2025-05-01 00:15:00'),
            ...on('completed', '2026-01-01 00:30:00'),
          },
          { order_id: 3, ...on('created', refunded), ...on('paid', refunded), ...on('completed', refunded) },
        ]);
      });

      it.each(['before', 'after'])('are reported on them %s the sums are brought up to date', async (when) => {
        if (when === 'after') await refresh();
        const refunded = { '2026-04-01': -30 };
        expect(await soldBy('day', 'date_created')).toEqual({ '2025-03-30': 40, '2025-10-31': 100, ...refunded });
        expect(await soldBy('day', 'date_paid')).toEqual({ '2025-05-01': 40, '2025-11-30': 100, ...refunded });
        expect(await soldBy('month', 'date_created')).toEqual({ '2025-03-01': 40, '2025-10-01': 100, ...refunded });
        expect(await soldBy('month', 'date_paid')).toEqual({ '2025-05-01': 40, '2025-11-01': 100, ...refunded });
        expect(await soldBy('year', 'date_paid')).toEqual({ '2025-01-01': 140, '2026-01-01': -30 });
        expect(await soldBy('year', 'date_completed')).toEqual({ '2026-01-01': 10 });
      });

      it('show the time of the shop in the list of orders', async () => {
        const list = (await ask(
          'reports/orders',
          'after=2025-01-01T00:00:00&orderby=date&order=asc',
        )) as readonly Json[];
        expect(list.map(({ order_id, date }) => [order_id, date])).toEqual([
          [2, '2025-05-01 00:15:00'],
          [1, '2025-11-30 23:30:00'],
          [3, '2026-04-01 00:30:00'],
        ]);
      });
    });

    describe('of many of the largest orders that there can be', () => {
      const most = '9000000000';
      const count = 300;
      beforeAll(async () => {
        const day = { created_at: '2024-06-01T10:00:00Z', paid_at: '2024-06-01T10:00:00Z' };
        const lines = async function* () {
          for (let id = 1; id <= count; id += 1)
            yield JSON.stringify({ kind: 'order', id: id + 1_000, ...anOrder(most, { ...day, billing: {} }) });
        };
        const report = await core.interchange.importRecords(administrator, { open: lines, onError: 'stop' });
        expect(report.problems).toEqual([]);
        expect(report.stored).toBe(count);
      });
      const range = 'after=2024-06-01T00:00:00&before=2024-06-01T23:59:59';

      it.each(['before', 'after'])('are added up %s the sums are brought up to date', async (when) => {
        if (when === 'after') await refresh();
        for (const report of ['revenue', 'orders', 'products']) {
          const { totals } = (await ask(`reports/${report}/stats`, `${range}&interval=day`)) as { totals: Numbers };
          expect([report, totals.net_revenue]).toEqual([report, 9_000_000_000 * count]);
        }
        const [product] = (await ask('reports/products', `${range}&orderby=net_revenue`)) as readonly Json[];
        expect(product).toMatchObject({ product_id: 10, net_revenue: 9_000_000_000 * count, items_sold: count });
        const [customer] = (await ask('reports/customers', 'orderby=total_spend')) as readonly Json[];
        expect(customer).toMatchObject({ total_spend: expect.any(Number) });
        await ask('reports/performance-indicators', `${range}&stats=revenue/net_revenue,orders/avg_order_value`);
        await ask('leaderboards', range);
      });

      it('allow one more order to be written, changed and refunded', async () => {
        const { id } = await core.orders.createOrder(administrator, { record: anOrder(most, {}) });
        await core.orders.updateOrder(administrator, { id, record: { status: 'completed' } });
        await core.orders.createRefund(administrator, { orderId: id, record: { amount: most } });
        await refresh();
      });
    });

    it('are never of lines that together come to more than one order can', async () => {
      const line = { id: 1, product_id: 10, name: 'Mug', quantity: 1, subtotal: '1', total: '5000000000', taxes: {} };
      const lines = [line, { ...line, id: 2 }];
      await expect(core.orders.createOrder(administrator, { record: anOrder('1', { lines }) })).rejects.toMatchObject({
        details: { fields: [{ path: ['lines'], code: 'out_of_range' }] },
      });
    });
  });
