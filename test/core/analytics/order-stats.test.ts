import { emptyReportTables, MemoryReportRunner, type MemoryRow } from '@backroom/adapters-memory';
import { defaultShopSettings } from '@backroom/core/commerce';
import { describe, expect, it } from 'vitest';
import { createZone, envelopeOf, ordersStats, planStats, type StatsQuery } from '../internals.ts';

const zone = createZone('Europe/Berlin');
const week: StatsQuery = {
  ...{ after: '2025-03-24T00:00:00', before: '2025-03-30T23:59:59', interval: 'day', page: 1, perPage: 10, asked: {} },
};

const anOrder = (changes: Record<string, string | number | boolean | null>): MemoryRow => {
  const at = '2025-03-25 10:00:00';
  return {
    ...{ order_id: 1, parent_id: 0, customer_id: 1, status: 'completed', is_returning: false, items: 0 },
    ...{ total: 0, tax: 0, shipping: 0, net: 0, coupon: 0, created_utc: at, created_at: at, paid_at: at },
    ...{ completed_at: null, ...changes },
  };
};

const money = { tax: 100_000, shipping: 100_000 };
/** Two orders, of which the second was refunded as a whole (docs/spec/analytics.md 3.1). */
const worked = [
  anOrder({ order_id: 1, items: 4, total: 500_000, net: 300_000, ...money }),
  anOrder({ order_id: 2, items: 4, total: 1_000_000, net: 800_000, ...money, status: 'refunded', customer_id: 2 }),
  anOrder({
    ...{ order_id: 3, parent_id: 2, items: -4, total: -1_000_000, net: -800_000, tax: -100_000, shipping: -100_000 },
    ...{ status: 'refunded', customer_id: 2, created_at: '2025-03-28 23:59:59', paid_at: '2025-03-28 23:59:59' },
  }),
];

const ask = async (orders: readonly MemoryRow[], query: Partial<StatsQuery> = {}) => {
  const tables = { ...emptyReportTables(), order: [...orders] };
  const settings = { ...defaultShopSettings, timeZone: zone.name };
  const plan = planStats(ordersStats, { ...week, ...query }, { settings, zone, now: new Date('2025-04-01T00:00:00Z') });
  return { plan, ...envelopeOf(ordersStats, plan, await new MemoryReportRunner(tables).answer(plan.question)) };
};

describe('orders added up', () => {
  it('have the numbers of the worked example', async () => {
    const { totals } = await ask(worked);
    expect(totals).toEqual({
      ...{ orders_count: 2, num_items_sold: 4, total_sales: 50, net_revenue: 30, gross_sales: 110, refunds: 100 },
      ...{ taxes: 10, shipping: 10, avg_order_value: 55, avg_items_per_order: 4, total_customers: 2 },
      ...{ coupons: 0, coupons_count: 0, products: 0 },
    });
  });

  it('have an interval of zeros for every day without orders', async () => {
    const { intervals, total } = await ask(worked, { order: 'asc' });
    expect(total).toBe(7);
    expect(intervals.map(({ label, subtotals }) => [label, subtotals.orders_count, subtotals.refunds])).toEqual([
      ['2025-03-24', 0, 0],
      ['2025-03-25', 2, 0],
      ['2025-03-26', 0, 0],
      ['2025-03-27', 0, 0],
      ['2025-03-28', 0, 100],
      ['2025-03-29', 0, 0],
      ['2025-03-30', 0, 0],
    ]);
  });

  it('count products in the totals only', async () => {
    const { totals, intervals } = await ask(worked);
    expect([Object.hasOwn(totals, 'products'), intervals.some(({ subtotals }) => 'products' in subtotals)]).toEqual([
      true,
      false,
    ]);
  });

  it('are sorted by a measure that is not shown', async () => {
    const { intervals } = await ask(worked, {
      orderBy: 'net_revenue',
      order: 'asc',
      fields: ['orders_count'],
      perPage: 2,
    });
    expect(intervals.map(({ label, subtotals }) => [label, subtotals])).toEqual([
      ['2025-03-28', { orders_count: 0 }],
      ['2025-03-24', { orders_count: 0 }],
    ]);
  });

  it('keep their totals on a page beyond the end', async () => {
    const { totals, intervals, total } = await ask(worked, { page: 9 });
    expect([totals.orders_count, intervals, total]).toEqual([2, [], 7]);
  });

  it('need no query where the range ends before it begins, and are nothing', async () => {
    const { plan, totals, intervals, total } = await ask(worked, { after: '2025-04-01T00:00:00' });
    expect([plan.question, totals.orders_count, totals.avg_order_value, intervals, total]).toEqual([{}, 0, 0, [], 0]);
  });

  it('query no more time than the page has', async () => {
    const { plan } = await ask(worked, { perPage: 2, order: 'desc' });
    expect(JSON.stringify(plan.question.intervals_order?.where)).toContain('"2025-03-29 00:00:00"');
    expect(JSON.stringify(plan.question.totals_order?.where)).toContain('"2025-03-24 00:00:00"');
  });

  it('use another date on request', async () => {
    const { totals } = await ask(worked, { dateType: 'date_completed' });
    expect(totals.orders_count).toBe(0);
  });

  it('count an order of the hour before midnight on its own day, whatever the clock did that night', async () => {
    const late = anOrder({ paid_at: '2025-03-30 23:30:00', net: 10_000 });
    const { intervals } = await ask([late], { interval: 'hour', perPage: 1, after: '2025-03-30T00:00:00' });
    expect(intervals).toMatchObject([
      { label: '2025-03-30 23', startUtc: '2025-03-30 21:00:00', subtotals: { net_revenue: 1 } },
    ]);
  });
});
