import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Order, Refund } from '../../packages/desk/src/data/shop-records.ts';
import { millionthsOf, numberOf } from '../../packages/desk/src/shop/order/amounts.ts';
import {
  amountOfPieces,
  excessOf,
  leftOf,
  type RefundRequest,
  refundDraft,
  sumsOf,
} from '../../packages/desk/src/shop/refunding.ts';

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

const nothing: RefundRequest = {
  left: leftOf(order, []),
  lines: [],
  shipping: 0n,
  other: 0n,
  reason: '',
  restock: false,
};
interface RequestOptions {
  readonly shipping?: number;
  readonly refunds?: readonly Refund[];
  readonly of?: Order;
}
const requestFor = (
  quantities: readonly number[],
  { shipping = 0, refunds = [], of = order }: RequestOptions = {},
): RefundRequest => {
  const left = leftOf(of, refunds);
  const lines = left.lines.map((line, index) => {
    const quantity = quantities[index] ?? 0;
    return { quantity, amount: amountOfPieces(line, quantity, 2) };
  });
  return { ...nothing, left, lines, shipping: millionthsOf(shipping) };
};
const asRefund = (request: RefundRequest) =>
  ({ id: 1, order_id: 900, ...refundDraft(order, request, 2) }) as unknown as Refund;

describe('what is left of an order', () => {
  it('is all of it without refunds', () => {
    const { lines, shipping, all } = leftOf(order, []);
    expect(lines.map(({ quantity, amount }) => [quantity, numberOf(amount)])).toEqual([
      [3, 24.5],
      [1, 5],
    ]);
    expect([shipping, all].map(numberOf)).toEqual([5, 41.4]);
  });

  it('is less by quantities and amounts of earlier refunds', () => {
    const { lines, all } = leftOf(order, [asRefund(requestFor([1, 1]))]);
    expect(lines.map(({ quantity, amount }) => [quantity, numberOf(amount)])).toEqual([
      [2, 16.33],
      [0, 0],
    ]);
    expect(numberOf(all)).toBe(25.6);
  });

  it('is nothing after everything was refunded', () => {
    const { lines, shipping, all } = leftOf(order, [asRefund(requestFor([3, 1], { shipping: 5 }))]);
    expect(lines.every(({ quantity, amount }) => quantity === 0 && amount === 0n)).toBe(true);
    expect([shipping, all]).toEqual([0n, 0n]);
  });
});

describe('refunds of an order piece by piece', () => {
  it('refund all of its tax, and no more', () => {
    const refunds: Refund[] = [];
    const amounts = [
      [1, 1.7],
      [1, 1.7],
      [1, 1.6],
    ].map(([quantity = 0, shipping = 0]) => {
      const refund = asRefund(requestFor([quantity, 0], { shipping, refunds }));
      refunds.push(refund);
      return [refund.amount, refund.total_tax];
    });
    // Half of 16.33 is rounded up. A third of the tax is 1.63 each time: the last refund carries the cent that is left.
    expect(amounts).toEqual([
      ['11.84', '-1.97'],
      ['11.84', '-1.97'],
      ['11.72', '-1.96'],
    ]);
    expect(numberOf(leftOf(order, refunds).all)).toBe(6);
    expect(leftOf(order, refunds).lines[0]?.taxes.byRate).toEqual({ 1: 0n });
    expect(leftOf(order, refunds).shippingTaxes.byRate).toEqual({ 1: 0n });
  });

  it('leave nothing of amounts with more decimals than money has', () => {
    const [first] = order.lines;
    const line = { ...first, quantity: 3, subtotal: '8.166667', total: '8.166667', taxes: { 1: '1.633333' } };
    const of = { ...order, total: '9.80', shipping_total: '0', shipping_lines: [], lines: [line] } as unknown as Order;
    const refunds: Refund[] = [];
    const amounts = [1, 2].map((pieces) => {
      const request = requestFor([pieces], { of, refunds });
      expect(excessOf(request, sumsOf(of, request, 2))).toBeUndefined();
      const refund = { ...asRefund(request), ...refundDraft(of, request, 2) } as unknown as Refund;
      refunds.push(refund);
      return [refund.amount, refund.lines?.[0]?.total, refund.total_tax];
    });
    expect(amounts).toEqual([
      ['3.26', '-2.72', '-0.54'],
      ['6.54', '-5.446667', '-1.09'],
    ]);
    expect(leftOf(of, refunds)).toMatchObject({ all: 0n, lines: [{ quantity: 0, amount: 0n }] });
  });

  it('leave the tax to earlier ones without declared taxes', () => {
    const first = { ...asRefund(requestFor([2, 0])), lines: [{ refunded_line_id: 1, quantity: -2, total: '-16.33' }] };
    const { total_tax } = asRefund(requestFor([1, 0], { refunds: [first as unknown as Refund] }));
    expect(total_tax).toBe('-1.63');
  });
});

describe('a refund', () => {
  it.each([
    ['quantity', { lines: [{ quantity: 4, amount: 0n }] }, leftOf(order, []).lines[0]],
    ['amount', { lines: [{ quantity: 0, amount: 24_500_001n }] }, leftOf(order, []).lines[0]],
    ['shipping', { shipping: 5_000_001n }, 'shipping'],
    ['sum', { other: 41_410_000n }, 'all'],
  ])('names the part with more %s than is left', (_, more, excess) => {
    const request = { ...nothing, ...more };
    expect(excessOf(request, sumsOf(order, request, 2))).toEqual(excess);
  });

  it('carries the tax of what it takes, by rate', () => {
    const draft = refundDraft(order, requestFor([1, 0], { shipping: 5 }), 2);
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
    const draft = refundDraft(order, { ...nothing, other: millionthsOf('2.5'), reason: 'Late' }, 2);
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
        const request = requestFor(counts, { shipping });
        const sums = sumsOf(order, request, 2);
        expect(sums.net + sums.shipping + sums.tax).toBe(sums.all);
        expect(numberOf(sums.all)).toBeLessThanOrEqual(41.4);
        expect(excessOf(request, sums)).toBeUndefined();
        const draft = refundDraft(order, request, 2);
        const lines = (draft.lines ?? []).reduce((sum, { total }) => sum + millionthsOf(total), 0n);
        expect(-lines).toBe(sums.net);
        expect(millionthsOf(draft.amount)).toBe(sums.all);
      }),
    );
  });
});
