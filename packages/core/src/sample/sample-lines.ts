import { lineOf } from '../interchange/index.ts';
import type { SamplePlan } from './plan.ts';
import { sampleShop } from './sample-shop.ts';

/** A sample shop in the interchange format: lines without terminators. */
export function* sampleLines(plan: SamplePlan): Generator<string, void, undefined> {
  for (const { kind, record } of sampleShop(plan)) yield lineOf(kind, record);
}
