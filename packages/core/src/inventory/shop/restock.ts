import type { Order, OrderChange, OrderLine, Refund, RefundLine } from '../../commerce/index.ts';
import { saleableOf } from './saleable.ts';

/** Pieces that a refund returns to stock. */
export interface Restock {
  readonly refundId: number;
  /** Id of the refund line, or of the order line if the refund has no lines. */
  readonly refundLine: number;
  /** The order line; undefined if it cannot be determined. */
  readonly lineId: number | undefined;
  readonly pieces: number;
  readonly productId: number;
  readonly variationId: number;
}

/**
 * Restocks of an order's refunds, oldest first: those of their lines, or the remainder of the order for a full refund
 * without lines.
 */
export function restocksOf(order: Order, refunds: readonly Refund[]): readonly Restock[] {
  const left = new Map(order.lines.map(({ id, quantity }) => [id, quantity]));
  const restocks = refunds.flatMap((refund) => {
    const requested = refund.lines.map((line) => restockOf(refund, line, order));
    const all = requested.length === 0 && refund.kind === 'full' ? restsOf(refund, order, left) : requested;
    for (const { lineId, pieces } of all) if (lineId !== undefined) left.set(lineId, (left.get(lineId) ?? 0) - pieces);
    return refund.restock ? all : [];
  });
  return restocks.filter(({ pieces }) => pieces > 0);
}

/** Restocked pieces of a line. */
export const piecesOf = (restocks: readonly Restock[], lineId: number): number =>
  restocks.filter((restock) => restock.lineId === lineId).reduce((sum, { pieces }) => sum + pieces, 0);

const restsOf = (refund: Refund, { lines }: Order, left: ReadonlyMap<number, number>): readonly Restock[] =>
  lines.map((line) => ({
    refundId: refund.id,
    refundLine: line.id,
    lineId: line.id,
    pieces: left.get(line.id) ?? 0,
    productId: line.productId,
    variationId: line.variationId,
  }));

const restockOf = (refund: Refund, line: RefundLine, order: Order): Restock => ({
  refundId: refund.id,
  refundLine: line.id,
  lineId: lineGivenBack(order, line),
  pieces: -line.quantity,
  productId: line.productId,
  variationId: line.variationId,
});

/** The refunded order line: the one named, or the only one that sells the same product or variation. */
export function lineGivenBack(order: Order, line: RefundLine): number | undefined {
  if (line.refundedLineId !== null) return line.refundedLineId;
  const alike = order.lines.filter((each) => saleableOf(each) > 0 && saleableOf(each) === saleableOf(line));
  const [only] = alike;
  return only && alike.length === 1 && -line.quantity <= only.quantity ? only.id : undefined;
}

/**
 * Differences between the refunds before and after a change; a refund with other lines, kind or `restock` is in both
 * lists.
 */
export interface RefundChanges {
  readonly gone: readonly Refund[];
  readonly fresh: readonly Refund[];
}

export function refundChangesOf({ before, refunds }: OrderChange): RefundChanges {
  const earlier = new Map(before?.refunds.map((refund) => [refund.id, refund]));
  const now = new Map(refunds.map((refund) => [refund.id, refund]));
  return {
    gone: [...earlier.values()].filter((refund) => !isAsItWas(refund, now.get(refund.id))),
    fresh: refunds.filter((refund) => !isAsItWas(refund, earlier.get(refund.id))),
  };
}

function isAsItWas(refund: Refund, other: Refund | undefined): boolean {
  if (refund === other) return true;
  if (refund.restock !== other?.restock || refund.kind !== other.kind) return false;
  if (refund.lines.length !== other.lines.length) return false;
  return refund.lines.every((line, index) => givesBackTheSame(line, other.lines[index]));
}

const givesBackTheSame = (line: RefundLine, other: RefundLine | undefined): boolean =>
  line.id === other?.id &&
  line.refundedLineId === other.refundedLineId &&
  sellsTheSame(line, other) &&
  line.quantity === other.quantity;

const sellsTheSame = (a: OrderLine, b: OrderLine): boolean =>
  a.productId === b.productId && a.variationId === b.variationId;
