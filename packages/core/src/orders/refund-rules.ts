import type { Order, OrderLine, Refund, RefundKind } from '../commerce/index.ts';
import { invalidRefundAmount } from './errors.ts';

/** Remainder of an order after refunds; no part may fall below zero. */
export interface Remainder {
  readonly total: number;
  readonly totalTax: number;
  readonly shippingTotal: number;
}

const parts = ['total', 'totalTax', 'shippingTotal'] as const;

export const remainderOf = (order: Pick<Order, keyof Remainder>, refunds: readonly Refund[]): Remainder => ({
  total: left(order, refunds, 'total'),
  totalTax: left(order, refunds, 'totalTax'),
  shippingTotal: left(order, refunds, 'shippingTotal'),
});

const left = (order: Remainder, refunds: readonly Remainder[], part: keyof Remainder): number =>
  refunds.reduce((rest, refund) => rest + refund[part], order[part]);

/**
 * Refuses refunds that together exceed the order: in total, tax, shipping, or any refunded line.
 * @throws DomainError `shop_rest_invalid_refund_amount`
 */
export function demandRefundable(order: Order, refunds: readonly Refund[]): void {
  if (refunds.length === 0) return;
  const remainder = remainderOf(order, refunds);
  for (const part of parts) if (remainder[part] < 0) throw invalidRefundAmount(part);
  for (const refund of refunds)
    if (refund.totalTax + refund.shippingTotal < refund.total) throw invalidRefundAmount('amount');
  const lines = new Map(order.lines.map((line) => [line.id, line]));
  const used = new Map<number, Pick<OrderLine, 'quantity' | 'total'>>();
  for (const { refundedLineId, quantity, total } of refunds.flatMap((refund) => refund.lines)) {
    if (refundedLineId === null) continue;
    const before = used.get(refundedLineId) ?? { quantity: 0, total: 0 };
    const sums = { quantity: before.quantity + quantity, total: before.total + total };
    used.set(refundedLineId, sums);
    const line = lines.get(refundedLineId);
    if (!line || line.quantity + sums.quantity < 0 || line.total + sums.total < 0) throw invalidRefundAmount('lines');
  }
}

const hasParts = ({ lines, shippingLines, feeLines }: Pick<Refund, 'lines' | 'shippingLines' | 'feeLines'>): boolean =>
  lines.length + shippingLines.length + feeLines.length > 0;

/**
 * Kind of a refund that was sent without one (docs/spec/commerce-data.md 2); `others` are all other refunds of the
 * order.
 */
export function refundKindOf(
  refund: Omit<Refund, 'kind' | 'taxLines'>,
  order: Order,
  others: readonly Refund[],
): RefundKind {
  if (hasParts(refund)) return 'partial';
  if (others.length === 0 && refund.amount === order.total) return 'full';
  const earlier = others.filter((each) => isBefore(each, refund));
  return order.status === 'refunded' && refund.amount === remainderOf(order, earlier).total ? 'full' : 'partial';
}

const isBefore = (a: Pick<Refund, 'createdAt' | 'id'>, b: Pick<Refund, 'createdAt' | 'id'>): boolean =>
  a.createdAt.getTime() - b.createdAt.getTime() < 0 || (a.createdAt.getTime() === b.createdAt.getTime() && a.id < b.id);

/** The refund created when an order is set to `refunded`: the whole remainder, without lines. */
export const refundOfRest = (
  order: Order,
  refunds: readonly Refund[],
  made: Pick<Refund, 'id' | 'createdAt'>,
): Refund => {
  const rest = remainderOf(order, refunds);
  return {
    ...made,
    orderId: order.id,
    amount: rest.total,
    reason: null,
    kind: 'full',
    total: -rest.total,
    totalTax: -rest.totalTax || 0,
    shippingTotal: -rest.shippingTotal || 0,
    restock: false,
    lines: [],
    shippingLines: [],
    feeLines: [],
    taxLines: [],
  };
};
