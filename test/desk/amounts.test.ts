import { describe, expect, it } from 'vitest';
import { shareOf } from '../../packages/desk/src/shop/order/amounts.ts';

describe('the share of an amount', () => {
  it.each([
    ['half a cent', 10_000n, [1n, 2n], 10_000n],
    ['half a cent of a refund', -10_000n, [1n, 2n], -10_000n],
    ['just below half a cent', 10_000n, [49_996n, 100_000n], 0n],
    ['of nothing', 10_000n, [1n, 0n], 0n],
  ] as const)('is rounded once: %s', (_, amount, parts, share) => {
    expect(shareOf(amount, parts, 2)).toBe(share);
  });
});
