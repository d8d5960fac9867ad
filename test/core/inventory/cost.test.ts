import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costAfterReceipt } from '../internals.ts';

const amount = fc.integer({ min: 0, max: 10 ** 15 - 1 });
const quantity = fc.integer({ min: 1, max: 10 ** 15 - 1 });

describe('the cost of an item', () => {
  it('is the last price paid, where that is the method', () => {
    expect(costAfterReceipt('last', { quantity: 100_000, cost: 20_000 }, { quantity: 10_000, unitCost: 30_000 })).toBe(
      30_000,
    );
  });

  it('is the average of what is there, where that is the method', () => {
    expect(
      costAfterReceipt('average', { quantity: 100_000, cost: 20_000 }, { quantity: 300_000, unitCost: 40_000 }),
    ).toBe(35_000);
  });

  it.each([[{ quantity: 10_000, cost: null }], [{ quantity: 0, cost: 20_000 }], [{ quantity: -10_000, cost: 20_000 }]])(
    'is the price paid when nothing is there to average with: %j',
    (stock) => {
      expect(costAfterReceipt('average', stock, { quantity: 10_000, unitCost: 30_000 })).toBe(30_000);
    },
  );

  it('is rounded half up', () => {
    expect(costAfterReceipt('average', { quantity: 10_000, cost: 0 }, { quantity: 10_000, unitCost: 1 })).toBe(1);
    expect(costAfterReceipt('average', { quantity: 20_000, cost: 0 }, { quantity: 10_000, unitCost: 1 })).toBe(0);
  });

  it('is between what it was and what was paid, however large the numbers', () => {
    fc.assert(
      fc.property(quantity, amount, quantity, amount, (there, cost, received, unitCost) => {
        const after = costAfterReceipt('average', { quantity: there, cost }, { quantity: received, unitCost });
        expect(after).toBeGreaterThanOrEqual(Math.min(cost, unitCost));
        expect(after).toBeLessThanOrEqual(Math.max(cost, unitCost));
        expect(Number.isSafeInteger(after)).toBe(true);
      }),
    );
  });
});
