import { type FactRows, factsOfOrder } from '@backroom/core/analytics';
import type { Order, Refund } from '@backroom/core/commerce';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createZone } from '../internals.ts';

const context = (zone: string) => ({
  settings: { priceDecimals: 2, roundTaxAtSubtotal: false },
  zone: createZone(zone),
});
const cents = (most: number) => fc.integer({ min: 0, max: most }).map((value) => value * 10_000);

const billing = { firstName: '', lastName: '', email: '', country: '', state: '', city: '', postcode: '' };
const base = {
  number: null,
  status: 'refunded',
  currency: 'USD',
  customerId: 1,
  userId: null,
  billing,
  shipping: null,
  createdAt: new Date('2025-01-01T00:00:00Z'),
  paidAt: null,
  completedAt: null,
  modifiedAt: new Date('2025-01-01T00:00:00Z'),
  discountTotal: 0,
  feeLines: [],
  couponLines: [],
  source: null,
  test: false,
} as const;

const anOrder: fc.Arbitrary<Order> = fc
  .record({
    lines: fc.array(
      fc.record({
        product: fc.integer({ min: 1, max: 3 }),
        quantity: fc.integer({ min: 1, max: 4 }),
        total: cents(9_000),
        tax: cents(900),
      }),
      { minLength: 1, maxLength: 4 },
    ),
    shipping: cents(2_000),
    shippingTax: cents(200),
  })
  .map(({ lines, shipping, shippingTax }) => {
    const tax = lines.reduce((sum, line) => sum + line.tax, 0);
    const net = lines.reduce((sum, line) => sum + line.total, 0);
    return {
      ...base,
      id: 1,
      total: net + tax + shipping + shippingTax,
      totalTax: tax + shippingTax,
      shippingTotal: shipping,
      shippingTax,
      lines: lines.map((line, index) => ({
        id: index + 1,
        productId: line.product,
        variationId: 0,
        name: '',
        quantity: line.quantity,
        subtotal: line.total,
        total: line.total,
        taxes: { 1: line.tax },
        attributes: { color: 'red' },
      })),
      shippingLines: [{ id: 90, title: '', total: shipping, taxes: { 1: shippingTax } }],
      taxLines: [taxLine(91, tax, shippingTax)],
    };
  });

const taxLine = (id: number, taxTotal: number, shippingTaxTotal: number) => ({
  id,
  rateId: 1,
  rateCode: 'DE-1',
  label: '',
  percent: 0,
  compound: false,
  country: 'DE',
  state: '',
  priority: 1,
  taxTotal,
  shippingTaxTotal,
});

/** Refunds some pieces of one line, in the shares that they have of it. */
const partOf = (order: Order, line: number, quantity: number): Refund => {
  const {
    id,
    productId,
    total,
    taxes,
    quantity: all,
  } = order.lines[line % order.lines.length] as Order['lines'][number];
  const pieces = Math.min(quantity, all);
  const share = (amount: number) => -Math.floor(amount / 10_000 / all) * 10_000 * pieces || 0;
  const [net, tax] = [share(total), share(taxes[1] ?? 0)];
  return {
    id: 2,
    orderId: 1,
    amount: -(net + tax),
    reason: null,
    createdAt: new Date('2025-01-02T00:00:00Z'),
    kind: 'partial',
    total: net + tax,
    totalTax: tax,
    shippingTotal: 0,
    restock: false,
    lines: [
      {
        id: 1,
        productId,
        variationId: 0,
        name: '',
        quantity: -pieces || 0,
        subtotal: net,
        total: net,
        taxes: { 1: tax },
        attributes: {},
        refundedLineId: id,
      },
    ],
    shippingLines: [],
    feeLines: [],
    taxLines: [taxLine(2, tax, 0)],
  };
};

const allOf = (order: Order, earlier: readonly Refund[]): Refund => {
  const amount = order.total + earlier.reduce((sum, { total }) => sum + total, 0);
  const none = { lines: [], shippingLines: [], feeLines: [], taxLines: [] };
  const rest = { reason: null, kind: 'full', totalTax: 0, shippingTotal: 0, restock: false } as const;
  return { id: 3, orderId: 1, amount, total: -amount, createdAt: new Date('2025-01-03T00:00:00Z'), ...rest, ...none };
};

const sumsOf = (rows: readonly Readonly<Record<string, unknown>>[], names: readonly string[]) =>
  names.map((name) => rows.reduce((sum, row) => sum + Number(row[name]), 0));
const recordsOf = (rows: readonly object[]) => rows as readonly Readonly<Record<string, unknown>>[];

const of = (order: Order, refunds: readonly Refund[], zone = 'UTC'): readonly FactRows[] =>
  factsOfOrder({ order, refunds, customerId: 1 }, context(zone));

describe('the facts of an order', () => {
  it('and of its refunds are nothing in every column once all was refunded', () => {
    fc.assert(
      fc.property(anOrder, fc.nat(3), fc.integer({ min: 0, max: 4 }), (order, line, quantity) => {
        const part = quantity === 0 ? [] : [partOf(order, line, quantity)];
        const rows = of(order, [...part, allOf(order, part)]);
        const orders = recordsOf(rows.map((each) => each.order));
        expect(sumsOf(orders, ['items', 'total', 'tax', 'shipping', 'net'])).toEqual([0, 0, 0, 0, 0]);
        const lines = recordsOf(rows.flatMap((each) => each.lines));
        expect(sumsOf(lines, ['quantity', 'net', 'gross', 'tax', 'shipping', 'shippingTax'])).toEqual([
          0, 0, 0, 0, 0, 0,
        ]);
        const taxes = recordsOf(rows.flatMap((each) => each.taxes));
        expect(sumsOf(taxes, ['orderTax', 'shippingTax', 'taxable'])).toEqual([0, 0, 0]);
      }),
    );
  });

  it('share its shipping among the lines so that nothing is lost', () => {
    fc.assert(
      fc.property(anOrder, (order) => {
        const [row] = of(order, []);
        const lines = recordsOf(row?.lines ?? []);
        expect(sumsOf(lines, ['shipping', 'shippingTax'])).toEqual([
          order.shippingTotal / 100,
          order.shippingTax / 100,
        ]);
      }),
    );
  });

  it('have the order once for each product', () => {
    fc.assert(
      fc.property(anOrder, (order) => {
        const [row] = of(order, []);
        const firsts = row?.lines.filter(({ isFirstOfProduct }) => isFirstOfProduct) ?? [];
        expect(firsts).toHaveLength(new Set(order.lines.map(({ productId }) => productId)).size);
      }),
    );
  });

  it('have the base of a tax as the sum of what it was charged on', () => {
    fc.assert(
      fc.property(anOrder, (order) => {
        const net = order.lines.reduce((sum, { total }) => sum + total, 0) + order.shippingTotal;
        expect(of(order, [])[0]?.taxes[0]?.taxable).toBe(net / 100);
      }),
    );
  });

  it('are on the day of the clock of the shop', () => {
    const [order] = fc.sample(anOrder, 1) as [Order];
    const late = { ...order, createdAt: new Date('2025-03-30T21:30:00Z'), paidAt: new Date('2025-03-31T22:30:00Z') };
    const back = { ...allOf(late, []), createdAt: new Date('2025-12-31T23:30:00Z') };
    const rows = of(late, [back], 'Europe/Berlin').map(({ order: { created, paid } }) => [created, paid]);
    expect(rows).toEqual([
      ['2025-03-30 23:30:00', '2025-04-01 00:30:00'],
      ['2026-01-01 00:30:00', '2026-01-01 00:30:00'],
    ]);
  });

  it('are none for a test order', () => {
    const [order] = fc.sample(anOrder, 1) as [Order];
    expect(of({ ...order, test: true }, [])).toEqual([]);
  });
});
