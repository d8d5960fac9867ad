import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order, Refund } from '../../packages/desk/src/data/shop-records.ts';
import { type Left, leftOf, type RefundWish, refundDraft, sumsOf } from '../../packages/desk/src/shop/refunding.ts';

const order = {
  id: 900,
  number: '900',
  total: '41.40',
  total_tax: '6.90',
  shipping_total: '5.00',
  shipping_tax: '1.00',
  lines: [
    {
      id: 1,
      product_id: 10,
      variation_id: null,
      name: 'Mug',
      quantity: 3,
      subtotal: '30',
      total: '24.50',
      taxes: { 1: '4.90' },
    },
    {
      id: 2,
      product_id: 11,
      variation_id: null,
      name: 'Card',
      quantity: 1,
      subtotal: '5',
      total: '5.00',
      taxes: { 1: '1.00' },
    },
  ],
  shipping_lines: [{ id: 3, title: 'Post', total: '5.00', taxes: { 1: '1.00' } }],
  tax_lines: [
    {
      id: 4,
      rate_id: 1,
      rate_code: 'DE',
      label: 'VAT',
      percent: '20',
      compound: false,
      tax_total: '5.90',
      shipping_tax_total: '1.00',
    },
  ],
} as unknown as Order;

const shippingOf = ({ shipping: amount, shippingTaxes: taxes }: Left) => ({ amount, taxes });
const nothing: RefundWish = {
  lines: [],
  shipping: 0,
  shippingLeft: shippingOf(leftOf(order, [])),
  other: 0,
  reason: '',
  restock: false,
};
const wishFor = (quantities: readonly number[], shipping = 0, refunds: readonly Refund[] = []): RefundWish => {
  const left = leftOf(order, refunds);
  const { lines } = left;
  return {
    ...nothing,
    shipping,
    shippingLeft: shippingOf(left),
    lines: lines.map((left, index) => {
      const quantity = quantities[index] ?? 0;
      const share = left.quantity === 0 ? 0 : (left.amount * quantity) / left.quantity;
      return { left, quantity, amount: Number(share.toFixed(2)) };
    }),
  };
};
const asRefund = (wish: RefundWish) => ({ id: 1, order_id: 900, ...refundDraft(order, wish, 2) }) as unknown as Refund;

describe('what is left of an order', () => {
  it('is all of it without refunds', () => {
    const { lines, shipping, all } = leftOf(order, []);
    expect(lines.map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [3, 24.5],
      [1, 5],
    ]);
    expect([shipping, all]).toEqual([5, 41.4]);
  });

  it('is less by quantities and amounts of earlier refunds', () => {
    const { lines, all } = leftOf(order, [asRefund(wishFor([1, 1]))]);
    expect(lines.map(({ quantity, amount }) => [quantity, amount])).toEqual([
      [2, 16.33],
      [0, 0],
    ]);
    expect(all).toBe(25.6);
  });

  it('is nothing after everything was refunded', () => {
    const { lines, shipping, all } = leftOf(order, [asRefund(wishFor([3, 1], 5))]);
    expect(lines.every(({ quantity, amount }) => quantity === 0 && amount === 0)).toBe(true);
    expect([shipping, all]).toEqual([0, 0]);
  });
});

describe('refunds of an order piece by piece', () => {
  it('refund all of its tax, and no more', () => {
    const refunds: Refund[] = [];
    const amounts = [
      [1, 1.7],
      [1, 1.7],
      [1, 1.6],
    ].map(([quantity = 0, shipping]) => {
      const refund = asRefund(wishFor([quantity, 0], shipping, refunds));
      refunds.push(refund);
      return [refund.amount, refund.total_tax];
    });
    // A third of the tax of the goods is 1.63 each time: the last one carries the cent that is left.
    expect(amounts).toEqual([
      ['11.84', '-1.97'],
      ['11.83', '-1.97'],
      ['11.73', '-1.96'],
    ]);
    expect(leftOf(order, refunds).all).toBe(6);
    expect(leftOf(order, refunds).lines[0]?.taxes.byRate).toEqual({ 1: 0 });
    expect(leftOf(order, refunds).shippingTaxes.byRate).toEqual({ 1: 0 });
  });

  it('leave the tax to earlier ones without declared taxes', () => {
    const first = { ...asRefund(wishFor([2, 0])), lines: [{ refunded_line_id: 1, quantity: -2, total: '-16.33' }] };
    const { total_tax } = asRefund(wishFor([1, 0], 0, [first as unknown as Refund]));
    expect(total_tax).toBe('-1.63');
  });
});

describe('a refund', () => {
  it('carries the tax of what it takes, by rate', () => {
    const draft = refundDraft(order, wishFor([1, 0], 5), 2);
    expect(draft).toMatchObject({
      amount: '15.8',
      total: '-15.8',
      total_tax: '-2.63',
      shipping_total: '-5',
      kind: 'partial',
    });
    expect(draft.lines).toEqual([
      {
        product_id: 10,
        variation_id: null,
        name: 'Mug',
        quantity: -1,
        subtotal: '-8.17',
        total: '-8.17',
        taxes: { 1: '-1.63' },
        refunded_line_id: 1,
      },
    ]);
    expect(draft.tax_lines).toMatchObject([{ rate_id: 1, tax_total: '-1.63', shipping_tax_total: '-1' }]);
  });

  it('of an amount that belongs to no line has no tax and no line', () => {
    const draft = refundDraft(order, { ...nothing, other: 2.5, reason: 'Late' }, 2);
    expect(draft).toMatchObject({
      amount: '2.5',
      total_tax: '0',
      shipping_total: '0',
      reason: 'Late',
      lines: [],
      tax_lines: [],
    });
  });

  it('adds up: net, shipping and tax are its amount, and never more than the order', () => {
    const quantities = fc.tuple(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 1 }));
    fc.assert(
      fc.property(quantities, fc.constantFrom(0, 1.25, 5), (counts, shipping) => {
        const wish = wishFor(counts, shipping);
        const sums = sumsOf(order, wish, 2);
        expect(sums.net + sums.shipping + sums.tax).toBeCloseTo(sums.all, 6);
        expect(sums.all).toBeLessThanOrEqual(41.4);
        const draft = refundDraft(order, wish, 2);
        const lines = (draft.lines ?? []).reduce((sum, { total }) => sum + Number(total), 0);
        expect(-lines).toBeCloseTo(sums.net, 6);
        expect(Number(draft.amount)).toBeCloseTo(sums.all, 6);
      }),
    );
  });
});
