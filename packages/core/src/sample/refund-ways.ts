import { chanceOf, Weights } from './chance.ts';
import type { SamplePlan } from './plan.ts';

/** How money is given back. */
export const refundWays = [
  'all at once',
  'all lines',
  'one line',
  'an amount',
  'the shipping',
  'some, then the rest',
] as const;
/** One of the ways in which money is given back. */
export type RefundWay = (typeof refundWays)[number];

const shares = new Weights([30, 8, 32, 12, 10, 8]);
/** Of a hundred orders, money is given back for about four. */
const REFUNDED = 0.042;

/** Whether and how money is given back for the order of this number, told without making the order. */
export function refundWayOf({ seed }: SamplePlan, order: number): RefundWay | undefined {
  const chance = chanceOf(seed, 'refunded', order);
  return chance.happens(REFUNDED) ? refundWays[shares.at(chance.next()).index] : undefined;
}
