import type { Order, OrderChange, OrderLine, Refund, RefundLine } from '../../commerce/index.ts';
import { saleableOf } from './saleable.ts';

/** What a refund puts back on the shelf. */
export interface Restock {
  readonly refundId: number;
  /** The line of the refund, or of the order where the refund has none. */
  readonly refundLine: number;
  /** The line of the order; undefined where nobody can tell which. */
  readonly lineId: number | undefined;
  readonly pieces: number;
  readonly productId: number;
  readonly variationId: number;
}

/**
 * What an order's refunds put back, oldest first: what their lines say, or all that was left where one gives everything
 * back without lines.
 */
export function restocksOf(order: Order, refunds: readonly Refund[]): readonly Restock[] {
  const left = new Map(order.lines.map(({ id, quantity }) => [id, quantity]));
  const restocks = refunds.flatMap((refund) => {
    const told = refund.lines.map((line) => restockOf(refund, line, order));
    const all = told.length === 0 && refund.kind === 'full' ? restsOf(refund, order, left) : told;
    for (const { lineId, pieces } of all) if (lineId !== undefined) left.set(lineId, (left.get(lineId) ?? 0) - pieces);
    return refund.restock ? all : [];
  });
  return restocks.filter(({ pieces }) => pieces > 0);
}

/** Pieces of a line that were put back. */
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

/** The line that a refund's line gives back: the one that it names, or the only one that sells the same. */
export function lineGivenBack(order: Order, line: RefundLine): number | undefined {
  if (line.refundedLineId !== null) return line.refundedLineId;
  const alike = order.lines.filter((each) => saleableOf(each) > 0 && saleableOf(each) === saleableOf(line));
  const [only] = alike;
  return only && alike.length === 1 && -line.quantity <= only.quantity ? only.id : undefined;
}

/** What became of the refunds of an order; one that says something else by now is gone and new. */
export interface RefundChanges {
  readonly gone: readonly Refund[];
  readonly fresh: readonly Refund[];
}

/** Which refunds of an order are not there any more, and which were not there before. */
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
