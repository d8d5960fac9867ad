import { describe, expect, it } from 'vitest';
import { addedUp, aLineFact, anOrderFact, aProductRecord, tablesOf } from '../../support/report-tables.ts';
import { couponsStats, ordersStats, productsStats, revenueStats, taxesStats, variationsStats } from '../internals.ts';

const heading = (product: number, category: number, isDirect = true) => ({
  ...{ product_id: product, category_id: category, is_direct: isDirect, position: isDirect ? 0 : null },
});
const money = (units: number) => units * 10_000;

/**
 * Four of one product and three of another with shipping 10 (docs/spec/analytics.md 6), and one that was refunded.
 */
const shop = tablesOf({
  order: [
    anOrderFact({ order_id: 1, items: 7, total: money(80), net: money(70), shipping: money(10), coupon: money(7) }),
    anOrderFact({ order_id: 2, items: 1, total: money(10), net: money(10), customer_id: 2, is_returning: true }),
    anOrderFact({
      order_id: 3,
      parent_id: 2,
      items: -1,
      total: money(-10),
      net: money(-10),
      customer_id: 2,
      is_returning: true,
    }),
  ],
  line: [
    aLineFact({ item_id: 1, quantity: 4, net: money(40), gross: money(45.7143), coupon: money(4), shipping: 57_143 }),
    aLineFact({
      item_id: 2,
      product_id: 2,
      quantity: 3,
      net: money(30),
      gross: money(34.2857),
      coupon: money(3),
      shipping: 42_857,
    }),
    aLineFact({ order_id: 2, item_id: 3, net: money(10), gross: money(10), variation_id: 5 }),
    aLineFact({
      order_id: 3,
      item_id: 4,
      quantity: -1,
      net: money(-10),
      gross: money(-10),
      variation_id: 5,
      is_refund: true,
    }),
  ],
  coupon: [
    { order_id: 1, coupon_id: 8, code: 'x', amount: money(5) },
    { order_id: 1, coupon_id: 9, code: 'y', amount: money(2) },
  ],
  coupon_record: [8, 9].map((id) => ({
    ...{
      id,
      code: `c${id}`,
      code_key: `c${id}`,
      type: 'percent',
      created_utc: '2025-01-01 00:00:00',
      expires_utc: null,
    },
  })),
  product: [
    aProductRecord(1, 'Mug'),
    aProductRecord(2, 'Cap'),
    aProductRecord(3, 'Hat'),
    aProductRecord(5, 'Mug - Red', 1),
  ],
  heading: [heading(1, 20), heading(1, 21), heading(1, 10, false), heading(2, 10)],
  category: [10, 20, 21].map((id) => ({ id, name: `C${id}`, name_key: `c${id}` })),
});

describe('segments of orders', () => {
  it('have the sales of each product, and of the whole orders with it', async () => {
    const { segments } = await addedUp(ordersStats, shop, { segmentBy: 'product' });
    expect(segments.map(({ id, label }) => [id, label])).toEqual([
      [1, 'Mug'],
      [2, 'Cap'],
      [3, 'Hat'],
    ]);
    expect(segments[0]?.subtotals).toEqual({
      ...{ num_items_sold: 4, orders_count: 2, avg_items_per_order: 4, avg_order_value: 40, total_customers: 2 },
      ...{
        total_sales: 45.7143,
        net_revenue: 40,
        refunds: 10,
        coupons: 4,
        coupons_count: 2,
        taxes: 0,
        shipping: 5.7143,
      },
    });
    expect(Object.values(segments[2]?.subtotals ?? {}).every((value) => value === 0)).toBe(true);
  });

  it('count a product once that is in a category in two ways', async () => {
    const { segments } = await addedUp(ordersStats, shop, { segmentBy: 'category' });
    expect(segments.map(({ id, subtotals }) => [id, subtotals.num_items_sold, subtotals.avg_items_per_order])).toEqual([
      [10, 7, 4],
      [20, 4, 4],
      [21, 4, 4],
    ]);
  });

  it('have the discount of each coupon, and all of its orders', async () => {
    const { segments } = await addedUp(revenueStats, shop, { segmentBy: 'coupon' });
    expect(segments.map(({ label, subtotals }) => [label, subtotals.coupons, subtotals.gross_sales])).toEqual([
      ['c8', 5, 77],
      ['c9', 2, 77],
    ]);
  });

  it('are new customers and returning ones', async () => {
    const { segments, totals } = await addedUp(ordersStats, shop, { segmentBy: 'customer_type' });
    expect(
      segments.map(({ id, label, subtotals }) => [id, label, subtotals.orders_count, subtotals.net_revenue]),
    ).toEqual([
      [0, 'New', 1, 70],
      [1, 'Returning', 1, 0],
    ]);
    expect(totals.net_revenue).toBe(70);
  });

  it('are the variations of the one selected product, and what was sold of it without any', async () => {
    const { segments } = await addedUp(ordersStats, shop, { segmentBy: 'variation', asked: { product_includes: [1] } });
    expect(segments.map(({ id, label, subtotals }) => [id, label, subtotals.num_items_sold])).toEqual([
      [0, 'Mug', 4],
      [5, 'Mug - Red', 0],
    ]);
  });

  it.each([
    ['no product', {}],
    ['two products', { product_includes: [1, 2] }],
  ])('are no variations of %s', async (_, asked) => {
    await expect(addedUp(ordersStats, shop, { segmentBy: 'variation', asked })).rejects.toMatchObject({
      ...{ kind: 'malformed', code: 'shop_admin_reports_invalid_segmenting_variation' },
    });
  });

  it('are in every interval too, and only the requested ones', async () => {
    const { intervals } = await addedUp(ordersStats, shop, {
      ...{
        segmentBy: 'product',
        asked: { product_includes: [2] },
        interval: 'day',
        perPage: 7,
        fields: ['num_items_sold'],
      },
    });
    expect(intervals.map(({ label, segments }) => [label, segments.map(({ subtotals }) => subtotals)])).toContainEqual([
      '2025-03-25',
      [{ num_items_sold: 3 }],
    ]);
    expect(intervals.every(({ segments }) => segments.length === 1)).toBe(true);
  });

  it('are refused above the limit, and returned for fewer intervals', async () => {
    const product = Array.from({ length: 4_000 }, (_, index) => aProductRecord(index + 1, `P${index}`));
    const many = { ...shop, product };
    const query = { segmentBy: 'product', interval: 'day', fields: ['orders_count'] } as const;
    await expect(addedUp(ordersStats, many, { ...query, perPage: 31 })).rejects.toMatchObject({
      ...{ kind: 'invalid', code: 'validation_failed', details: { fields: [{ path: ['segmentby'] }] } },
    });
    expect((await addedUp(ordersStats, many, { ...query, perPage: 5 })).segments).toHaveLength(4_000);
  });

  it('are refused before anything is counted where a number decides which of too many intervals are shown', async () => {
    const century = { after: '1925-01-01T00:00:00', before: '2024-12-31T23:59:59', interval: 'hour' } as const;
    const query = { ...century, orderBy: 'net_revenue', fields: ['orders_count'], perPage: 1 } as const;
    await expect(addedUp(ordersStats, shop, query)).rejects.toMatchObject({
      ...{ kind: 'invalid', code: 'validation_failed', details: { fields: [{ path: ['interval'] }] } },
    });
    expect(await addedUp(ordersStats, shop, { ...query, interval: 'year' })).toMatchObject({ total: 100 });
    const product = [1, 2, 3, 4].map((id) => aProductRecord(id, `P${id}`));
    const divided = { ...query, interval: 'day', segmentBy: 'product' } as const;
    await expect(addedUp(ordersStats, { ...shop, product }, divided)).rejects.toMatchObject({
      ...{
        kind: 'invalid',
        details: { fields: [{ path: ['segmentby'], message: expect.stringContaining('by date') }] },
      },
    });
  });

  it('leave out what is sold of a deleted product', async () => {
    const { segments } = await addedUp(
      ordersStats,
      { ...shop, product: [aProductRecord(2, 'Cap')] },
      { segmentBy: 'product' },
    );
    expect(segments.map(({ id }) => id)).toEqual([2]);
  });
});

describe('segments of other reports', () => {
  it('divide what products sold', async () => {
    const { segments, totals } = await addedUp(productsStats, shop, { segmentBy: 'product' });
    const sum = (name: string) => segments.reduce((all, { subtotals }) => all + (subtotals[name] ?? 0), 0);
    expect([sum('items_sold'), sum('net_revenue')]).toEqual([totals.items_sold, totals.net_revenue]);
    expect(segments[0]?.subtotals).toMatchObject({ orders_count: 2, variations_count: 2 });
  });

  it('divide variations by product and by heading', async () => {
    const byProduct = await addedUp(variationsStats, shop, { segmentBy: 'product' });
    const byHeading = await addedUp(variationsStats, shop, { segmentBy: 'category', fields: ['orders_count'] });
    expect(byProduct.segments.map(({ subtotals }) => subtotals.orders_count)).toEqual([1, 0, 0]);
    expect(byHeading.segments.map(({ subtotals }) => subtotals)).toEqual([
      { orders_count: 1 },
      { orders_count: 1 },
      { orders_count: 1 },
    ]);
  });

  it('divide coupons by what they were used for', async () => {
    const { segments } = await addedUp(couponsStats, shop, { segmentBy: 'product', asked: { coupons: [8] } });
    expect(segments.map(({ id, subtotals }) => [id, subtotals])).toEqual([
      [1, { amount: 4, coupons_count: 1, orders_count: 1 }],
      [2, { amount: 3, coupons_count: 1, orders_count: 1 }],
      [3, { amount: 0, coupons_count: 0, orders_count: 0 }],
    ]);
  });

  it('divide taxes by their rates', async () => {
    const tax = (id: number, units: number, isRefund = false) => ({
      ...{
        order_id: isRefund ? 3 : 1,
        tax_line_id: id,
        rate_id: 4,
        rate_code: 'DE-VAT-1',
        label: 'VAT',
        country: 'DE',
      },
      ...{
        state: '',
        priority: 1,
        percent: 19_000_000,
        order_tax: money(units),
        shipping_tax: money(1),
        total: money(units + 1),
      },
      ...{ taxable: money(10), is_refund: isRefund, first_of_rate: true },
    });
    const rate = { id: 4, name: 'Vat', country: 'DE', state: '', priority: 1, percent: 19_000_000 };
    const tables = { ...shop, tax: [tax(1, 5), tax(2, 2), tax(3, -3, true)], tax_rate: [rate] };
    const { segments } = await addedUp(taxesStats, tables, { segmentBy: 'tax_rate_id' });
    expect(segments).toEqual([
      {
        ...{ id: 4, label: 'DE-VAT-1' },
        subtotals: { total_tax: 7, order_tax: 4, shipping_tax: 3, orders_count: 1, tax_codes: 1 },
      },
    ]);
  });
});
