import type { Order, OrderLine, OrderStatus, OrderStockChange, Refund, RefundLine } from '../../orders/index.ts';
import type { LinePlan } from './line-plan.ts';

/** What a refund puts back on the shelf. */
export interface Restock {
  readonly refundId: number;
  /** The line of the refund, or of the order where the refund has none. */
  readonly refundLine: number;
  /** The line of the order; undefined where the refund names none. */
  readonly lineId: number | undefined;
  readonly pieces: number;
  readonly productId: number;
  readonly variationId: number;
}

/** What these new refunds put back on the shelf, of what had gone. */
export function restocksOf(change: OrderStockChange, lines: readonly LinePlan[]): readonly Restock[] {
  const { before, order, newRefunds } = change;
  if (!order || newRefunds.length === 0) return [];
  const plans = new Map(lines.map((line) => [line.lineId, line]));
  const earlier = before?.refunds.filter(({ id }) => !newRefunds.some((each) => each.id === id)) ?? [];
  return givenBack(order, [...earlier, ...newRefunds], newRefunds).filter(({ lineId }) =>
    wasOut(change, lineId === undefined ? undefined : plans.get(lineId)),
  );
}

/** Pieces of a line that refunds have put back, whether they were there to be put back or not. */
export const piecesPutBack = (order: Order, refunds: readonly Refund[], lineId: number): number =>
  givenBack(order, refunds, refunds)
    .filter((restock) => restock.lineId === lineId)
    .reduce((sum, { pieces }) => sum + pieces, 0);

/**
 * What the wanted ones of an order's refunds put back: what their lines say, or all that was left where one gives everything
 * back without lines.
 */
function givenBack(order: Order, refunds: readonly Refund[], wanted: readonly Refund[]): readonly Restock[] {
  const chosen = new Set(wanted.map(({ id }) => id));
  const left = new Map(order.lines.map(({ id, quantity }) => [id, quantity]));
  const restocks = refunds.flatMap((refund) => {
    const told = refund.lines.length > 0 ? refund.lines.map((line) => restockOf(refund, line)) : [];
    const all =
      told.length === 0 && refund.kind === 'full' ? order.lines.map((line) => restOf(refund, line, left)) : told;
    for (const { lineId, pieces } of all) if (lineId !== undefined) left.set(lineId, (left.get(lineId) ?? 0) - pieces);
    return refund.restock && chosen.has(refund.id) ? all : [];
  });
  return restocks.filter(({ pieces }) => pieces > 0);
}

const restOf = (refund: Refund, line: OrderLine, left: ReadonlyMap<number, number>): Restock => ({
  refundId: refund.id,
  refundLine: line.id,
  lineId: line.id,
  pieces: left.get(line.id) ?? 0,
  productId: line.productId,
  variationId: line.variationId,
});

const restockOf = (refund: Refund, line: RefundLine): Restock => ({
  refundId: refund.id,
  refundLine: line.id,
  lineId: line.refundedLineId ?? undefined,
  pieces: -line.quantity,
  productId: line.productId,
  variationId: line.variationId,
});

const sold: readonly OrderStatus[] = ['on-hold', 'processing', 'completed', 'refunded'];

/**
 * Whether what comes back had gone: it was issued here and is not taken back as a whole, or it had left by another way
 * before this order was known here.
 */
function wasOut({ before, order }: OrderStockChange, line: LinePlan | undefined): boolean {
  if (line?.wish === 'issue') return true;
  if (line?.stock.state === 'issued') return !line.isUndone;
  if (!order || order.test || !sold.includes(order.status)) return false;
  return before !== undefined && line?.stock.state !== 'reserved' && (line?.stock.round ?? 0) === 0;
}
