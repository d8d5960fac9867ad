import type { Order, Refund, ShopSettings } from '../../commerce/index.ts';
import { type Amount, moneyOf } from '../../kernel/numbers/amount.ts';
import type { Money } from '../../kernel/numbers/decimal.ts';
import type { Zone } from '../../kernel/zone.ts';

export interface CountedOrder {
  readonly order: Order;
  readonly refunds: readonly Refund[];
  readonly customerId: number;
}

export interface FactContext {
  readonly settings: Pick<ShopSettings, 'priceDecimals' | 'roundTaxAtSubtotal'>;
  readonly zone: Zone;
}

/**
 * Rounds an amount to a number of decimals.
 * @throws TypeError for NaN and infinities, which records written by other programs may contain; they must not become 0
 */
export function rounded(amount: Amount, decimals: number): Money {
  if (!Number.isFinite(amount)) throw new TypeError('An amount is no number.');
  return moneyOf(amount, decimals);
}

/** An amount with the full precision of money, four decimals. */
export const exact = (amount: Amount): Money => rounded(amount, 4);

export const sumOf = <T>(list: readonly T[], member: (entry: T) => number): number =>
  list.reduce((sum, entry) => sum + member(entry), 0);

/** Oldest first; ties by id. */
export const byCreation = (a: Refund, b: Refund): number =>
  a.createdAt.getTime() - b.createdAt.getTime() || a.id - b.id;

const hasParts = ({ lines, shippingLines, feeLines }: Refund): boolean =>
  lines.length + shippingLines.length + feeLines.length > 0;

/**
 * Whether a refund covers the remaining amount without naming lines: created by setting the order to `refunded`, or the
 * only refund and equal to the order total (docs/spec/analytics.md 2.2).
 */
export const isLumpOfAll = (refund: Refund, { order, refunds }: CountedOrder): boolean =>
  !hasParts(refund) && (refund.kind === 'full' || (refunds.length === 1 && refund.amount === order.total));
