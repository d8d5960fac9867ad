import { orderStatuses } from '@backroom/core/commerce';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { demandRefundable, mayFollow, numbered, originOf, refundKindOf, refundOfRest } from '../internals.ts';

const order = (changes: object = {}) =>
  ({ id: 1, status: 'completed', total: 100, totalTax: 10, shippingTotal: 20, lines: [], ...changes }) as never;
const refund = (id: number, amount: number, changes: object = {}) =>
  ({
    id,
    amount,
    total: -amount,
    totalTax: 0,
    shippingTotal: 0,
    createdAt: new Date(id),
    lines: [],
    shippingLines: [],
    feeLines: [],
    ...changes,
  }) as never;

describe('the status of an order', () => {
  const usual = orderStatuses.filter((status) => status !== 'trash' && status !== 'checkout-draft');

  it.each(usual)('may be followed by any other but a draft: %s', (from) => {
    for (const to of orderStatuses) expect(mayFollow(from, to, null)).toBe(to !== 'checkout-draft');
  });

  it('is left from a draft to any other', () => {
    for (const to of orderStatuses) expect(mayFollow('checkout-draft', to, null)).toBe(true);
  });

  it('is left from the bin to what it was before', () => {
    for (const to of usual) expect(mayFollow('trash', to, 'on-hold')).toBe(to === 'on-hold');
    expect(mayFollow('trash', 'checkout-draft', 'checkout-draft')).toBe(true);
  });
});

describe('refunds', () => {
  it.each([
    ['the amount', [refund(2, 60), refund(3, 41)]],
    ['the tax', [refund(2, 20, { totalTax: -11 })]],
    ['the shipping', [refund(2, 30, { shippingTotal: -21 })]],
    ['a line that the order does not have', [refund(2, 1, { lines: [{ refundedLineId: 9, quantity: 0, total: 0 }] })]],
    ['less than their own tax', [refund(2, 1, { totalTax: -5 })]],
  ])('never exceed %s', (_, refunds) => {
    expect(() => demandRefundable(order(), refunds)).toThrow(
      expect.objectContaining({ code: 'shop_rest_invalid_refund_amount' }),
    );
  });

  it('take no more of a line than there was', () => {
    const lines = [{ id: 5, quantity: 2, total: 50 }];
    const back = (quantity: number, total: number) =>
      refund(2, 30, { lines: [{ refundedLineId: 5, quantity, total }] });
    expect(() => demandRefundable(order({ lines }), [back(-2, -30)])).not.toThrow();
    expect(() => demandRefundable(order({ lines }), [back(-3, -30)])).toThrow();
    expect(() => demandRefundable(order({ lines }), [back(-1, -51)])).toThrow();
  });

  it.each([
    ['the only one, as large as the order', order(), refund(2, 100), [], 'full'],
    ['the only one, but smaller', order(), refund(2, 99), [], 'partial'],
    ['all that was left of a refunded order', order({ status: 'refunded' }), refund(3, 40), [refund(2, 60)], 'full'],
    ['all that was left of another order', order(), refund(3, 40), [refund(2, 60)], 'partial'],
    ['one with lines', order(), refund(2, 100, { lines: [{}] }), [], 'partial'],
  ])('are full or partial: %s', (_, of, given, others, kind) => {
    expect(refundKindOf(given, of, others as never)).toBe(kind);
  });

  it('of the rest leave nothing', () => {
    const made = refundOfRest(order(), [refund(2, 30, { totalTax: -4, shippingTotal: -5 })], {
      id: 9,
      createdAt: new Date(9),
    });
    expect(made).toMatchObject({ amount: 70, total: -70, totalTax: -6, shippingTotal: -15, kind: 'full' });
  });

  it('that are allowed never take more than the order, whatever they are', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 120 }), { maxLength: 6 }), (amounts) => {
        const kept: never[] = [];
        for (const [index, amount] of amounts.entries()) {
          const next = [...kept, refund(index + 2, amount)];
          try {
            demandRefundable(order(), next);
            kept.push(refund(index + 2, amount));
          } catch {
            // Refused, and so not kept.
          }
        }
        expect(kept.reduce((sum, { amount }) => sum + amount, 0)).toBeLessThanOrEqual(100);
      }),
    );
  });
});

describe('where a tax is charged', () => {
  it.each([
    ['US-CA-CA TAX-1', { country: 'US', state: 'CA', priority: 1 }],
    ['ES-IVA-2', { country: 'ES', state: '', priority: 2 }],
    ['DE', { country: 'DE', state: '', priority: 1 }],
    ['', { country: '', state: '', priority: 1 }],
    ['US-NY-A-B-x', { country: 'US', state: 'NY', priority: 1 }],
  ])('is reported by the code of its rate: %j', (code, origin) => {
    expect(originOf(code)).toEqual(origin);
  });
});

describe('lines without a number', () => {
  it('get the next that is free in the record', () => {
    const record = numbered({ lines: [{ id: 4 }, {}], tax_lines: [{}], fee_lines: 'none' });
    expect(record).toEqual({ lines: [{ id: 4 }, { id: 5 }], tax_lines: [{ id: 6 }], fee_lines: 'none' });
  });
});
