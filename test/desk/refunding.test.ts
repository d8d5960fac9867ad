import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order, Refund } from '../../packages/desk/src/data/shop-records.ts';
import { leftOf, type RefundWish, refundDraft, sumsOf } from '../../packages/desk/src/shop/refunding.ts';

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

const nothing: RefundWish = { lines: [], shipping: 0, other: 0, reason: '', restock: false };
const wishFor = (quantities: readonly number[], shipping = 0): RefundWish => {
  const { lines } = leftOf(order, []);
  return {
    ...nothing,
    shipping,
    lines: lines.map((left, index) => {
      const quantity = quantities[index] ?? 0;
      return { left, quantity, amount: Number(((left.amount * quantity) / left.quantity).toFixed(2)) };
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

describe('a refund', () => {
  it('carries the tax of what it takes, and says so by rate', () => {
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
