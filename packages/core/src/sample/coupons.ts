import type { Coupon } from '../commerce/index.ts';
import { MILLION } from '../kernel/numbers/amount.ts';
import type { SamplePlan } from './plan.ts';
import { CENT } from './products.ts';
import { randomOf } from './seeded-random.ts';

const DAY = 86_400_000;

/** Generates a coupon by number: a percentage, an amount per order, or an amount per item. */
export function sampleCoupon({ seed, start, end }: SamplePlan, coupon: number): Coupon {
  const chance = randomOf(seed, 'coupons', coupon);
  const createdAt = new Date(start - (1 + coupon) * DAY);
  const [discountType, amount] =
    coupon % 5 < 3
      ? (['percent', chance.between(1, 6) * 5 * MILLION] as const)
      : coupon % 5 === 3
        ? (['fixed_cart', chance.between(2, 8) * 250 * CENT] as const)
        : (['fixed_product', chance.between(1, 4) * 50 * CENT] as const);
  return {
    id: coupon + 1,
    code: `${discountType === 'percent' ? 'save' : 'minus'}${coupon + 1}`,
    discountType,
    amount,
    createdAt,
    expiresAt: coupon % 4 === 0 ? new Date(end + chance.below(300) * DAY) : null,
  };
}

/** The discount per line: at most half of it, in cents. */
export function discountsOf(
  { discountType, amount }: Coupon,
  lines: readonly { readonly cents: number; readonly quantity: number }[],
): readonly number[] {
  const half = (cents: number) => Math.floor(cents / 2);
  if (discountType === 'percent') {
    return lines.map(({ cents }) => Math.min(Math.round((cents * amount) / (100 * MILLION)), half(cents)));
  }
  if (discountType === 'fixed_product') {
    return lines.map(({ cents, quantity }) => Math.min((amount / CENT) * quantity, half(cents)));
  }
  const all = lines.reduce((sum, { cents }) => sum + cents, 0);
  const off = Math.min(amount / CENT, half(all));
  return lines.map(({ cents }) => Math.min(Math.floor((off * cents) / Math.max(all, 1)), half(cents)));
}
