import type { SamplePlan } from './plan.ts';
import { randomOf, Weights } from './seeded-random.ts';

/** The patterns of refunds. */
export const refundWays = [
  'all at once',
  'all lines',
  'one line',
  'an amount',
  'the shipping',
  'some, then the rest',
] as const;
/** One of `refundWays`. */
export type RefundWay = (typeof refundWays)[number];

const shares = new Weights([30, 8, 32, 12, 10, 8]);
/** Share of refunded orders. */
const REFUNDED_SHARE = 0.042;

/** The refund pattern of an order, without generating the order; undefined for none. */
export function refundWayOf({ seed }: SamplePlan, order: number): RefundWay | undefined {
  const chance = randomOf(seed, 'refunded', order);
  return chance.happens(REFUNDED_SHARE) ? refundWays[shares.at(chance.next()).index] : undefined;
}
