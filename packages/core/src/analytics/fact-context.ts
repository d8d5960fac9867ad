import type { Order, Refund, ShopSettings } from '../commerce/index.ts';
import { type Amount, moneyOf } from '../kernel/amount.ts';
import type { Money } from '../kernel/decimal.ts';
import type { Zone } from '../kernel/zone.ts';

/** An order whose customer is known, and its refunds. */
export interface CountedOrder {
  readonly order: Order;
  readonly refunds: readonly Refund[];
  readonly customerId: number;
}

/** What facts depend on beside the order. */
export interface FactContext {
  readonly settings: Pick<ShopSettings, 'priceDecimals' | 'roundTaxAtSubtotal'>;
  readonly zone: Zone;
}

/**
 * An amount with so many decimals.
 * @throws TypeError for what is no number: records that were written by another way can have that, and it is not nothing
 */
export function rounded(amount: Amount, decimals: number): Money {
  if (!Number.isFinite(amount)) throw new TypeError('An amount is no number.');
  return moneyOf(amount, decimals);
}

/** An amount with all the decimals that money can have. */
export const exact = (amount: Amount): Money => rounded(amount, 4);

/** The sum of what a member says of each. */
export const sumOf = <T>(list: readonly T[], member: (entry: T) => number): number =>
  list.reduce((sum, entry) => sum + member(entry), 0);

/** Older first; of two at once, the one with the lower id. */
export const byCreation = (a: Refund, b: Refund): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id;

const hasParts = ({ lines, shippingLines, feeLines }: Refund): boolean =>
  lines.length + shippingLines.length + feeLines.length > 0;

/**
 * Whether a refund gives back what was left without saying of which lines: made by setting the order to `refunded`, or
 * the only one and as large as the order (docs/spec/analytics.md 2.2).
 */
export const isLumpOfAll = (refund: Refund, { order, refunds }: CountedOrder): boolean =>
  !hasParts(refund) && (refund.kind === 'full' || (refunds.length === 1 && refund.amount === order.total));
