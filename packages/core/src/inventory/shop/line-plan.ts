import type { LineStock, Order, OrderChange, OrderLine, OrderStatus, StoredOrder } from '../../commerce/index.ts';
import { piecesOf, type Restock, refundChangesOf, restocksOf } from './restock.ts';
import { saleableOf } from './saleable.ts';

/** Stock state implied by an order status: reserved, issued, released, or unchanged. */
type ImpliedStock = 'reserved' | 'issued' | 'released' | 'unchanged';

const impliedStock: Readonly<Record<OrderStatus, ImpliedStock>> = {
  'checkout-draft': 'reserved',
  pending: 'reserved',
  'on-hold': 'issued',
  processing: 'issued',
  completed: 'issued',
  cancelled: 'released',
  failed: 'released',
  trash: 'released',
  refunded: 'unchanged',
};

/** Stock state for an order; `released` for deleted orders and test orders. */
export const impliedStockOf = (order: Order | undefined): ImpliedStock =>
  order === undefined || order.test ? 'released' : impliedStock[order.status];

/** Planned stock movements of one order line. */
export interface LinePlan {
  readonly orderId: number;
  readonly lineId: number;
  /** The stock stored before the change. */
  readonly stock: LineStock;
  /** Whether the issue, and refunds' restocks of it, are reversed. */
  readonly isUndone: boolean;
  readonly isReleased: boolean;
  /** `reduce` lowers an existing reservation. */
  readonly action: 'issue' | 'reserve' | 'reduce' | undefined;
  /** Pieces to issue: new refunds restock theirs afterwards. */
  readonly pieces: number;
  /** Pieces issued or reserved after the change. */
  readonly due: number;
  /** Id of the variation or product sold; 0 for none. */
  readonly saleable: number;
  /** State to store for goods that are neither issued nor reserved. */
  readonly goods: LineStock['goods'];
}

/** A line before and after the change. */
export interface LineChange {
  readonly orderId: number;
  readonly stock: LineStock;
  readonly line: OrderLine | undefined;
  readonly earlier: OrderLine | undefined;
  /** Restocks of refunds that existed before and are unchanged, and of all refunds after the change. */
  readonly restocks: { readonly earlier: readonly Restock[]; readonly all: readonly Restock[] };
}

/** Plans the stock movements of one line of a changed order (docs/spec/inventory.md 16.4). */
export function planLine(change: OrderChange, each: LineChange): LinePlan {
  const { orderId, stock, line, restocks } = each;
  const { lineId } = stock;
  const quantity = Math.max(0, line?.quantity ?? 0);
  const steps = stepsOf(change, each);
  return {
    orderId,
    lineId,
    stock,
    ...steps,
    action: quantity > 0 ? steps.action : undefined,
    pieces: Math.max(0, quantity - piecesOf(restocks.earlier, lineId)),
    due: Math.max(0, quantity - piecesOf(restocks.all, lineId)),
    saleable: line ? saleableOf(line) : 0,
    goods: goodsOf(change, each),
  };
}

type Steps = Pick<LinePlan, 'isUndone' | 'isReleased' | 'action'>;

function stepsOf(change: OrderChange, each: LineChange): Steps {
  const { before, order } = change;
  const { stock, line, earlier } = each;
  const isIssued = stock.state === 'issued';
  const isReleased = stock.state === 'reserved';
  const idle: Steps = { isUndone: false, isReleased: false, action: undefined };
  const isOther = !earlier || !line || !sellsTheSame(earlier, line);
  if (isIssued && line && ['issued', 'unchanged'].includes(impliedStockOf(order)))
    return isOther ? { isUndone: true, isReleased: false, action: 'issue' } : idle;
  switch (line ? impliedStockOf(order) : 'released') {
    case 'released':
      return { isUndone: isIssued, isReleased, action: undefined };
    case 'unchanged':
      return { ...idle, isReleased, action: stock.goods === 'binned' ? 'issue' : undefined };
    case 'issued':
      return leaves(before, each) ? { isUndone: false, isReleased, action: 'issue' } : idle;
    case 'reserved': {
      const isNew = before?.order.status !== order?.status || before?.order.test === true;
      if (isNew || isOther || isIssued) return { isUndone: isIssued, isReleased, action: 'reserve' };
      return stock.state === 'reserved' ? adjustedReservation(change, each) : idle;
    }
  }
}

/** Reservations follow refunds: more restocked pieces reduce the reservation, fewer ones replace it by a new one. */
function adjustedReservation({ before, refunds }: OrderChange, { stock: { lineId }, restocks }: LineChange): Steps {
  const back = piecesOf(restocks.all, lineId);
  const was = before ? piecesBefore(before, lineId) : 0;
  const isReleased = back < was;
  if (back === was || refunds === before?.refunds) return { isUndone: false, isReleased: false, action: undefined };
  return { isUndone: false, isReleased, action: isReleased ? 'reserve' : 'reduce' };
}

const piecesBefore = ({ order, refunds }: StoredOrder, lineId: number): number =>
  piecesOf(restocksOf(order, refunds), lineId);

const sellsTheSame = (a: OrderLine, b: OrderLine): boolean =>
  a.productId === b.productId && a.variationId === b.variationId && a.quantity === b.quantity;

/**
 * Whether a line that is not issued is issued now. It is not if the order already had a status that issues stock: then
 * it was moved outside this system, or was not linked to an item.
 */
function leaves(before: StoredOrder | undefined, { stock, line, earlier }: LineChange): boolean {
  if (!before || !earlier || stock.goods === 'stayed') return true;
  if (earlier.quantity <= 0 || (line && saleableOf(line) !== saleableOf(earlier))) return true;
  if (before.order.status === 'trash') return stock.round > 0;
  return ['reserved', 'released'].includes(impliedStockOf(before.order));
}

/**
 * Marks goods that are not issued, for refunded orders and orders in the trash, so that a restored order finds its
 * previous state.
 */
function goodsOf(change: OrderChange, each: LineChange): LineStock['goods'] {
  const { before, order } = change;
  const { stock, line } = each;
  if (!line || !order || (order.status !== 'trash' && impliedStockOf(order) !== 'unchanged')) return undefined;
  const isBinned = order.status === 'trash' && before?.order.status === 'refunded' && stock.state === 'issued';
  if (isBinned || (order.status === 'trash' && stock.goods === 'binned')) return 'binned';
  return leaves(before, each) ? 'stayed' : stock.goods;
}

/** Stock to store for a line without a new reservation or issue. */
export function restingStock({ stock: { goods: _, ...stock }, isUndone, isReleased, goods }: LinePlan): LineStock {
  if (stock.state !== 'none' && !isUndone && !isReleased) return stock;
  return { ...stock, state: 'none', ...(goods && { goods }) };
}

/** Planned stock movements of one order. */
export interface OrderPlan {
  readonly orderId: number;
  readonly change: OrderChange;
  readonly lines: readonly LinePlan[];
  /** Restocks of new refunds with a known order line. */
  readonly restocks: readonly Restock[];
  /** Restocks of all refunds whose order line cannot be determined. */
  readonly loose: readonly Restock[];
  /** Whether the plan must be reconciled with the recorded operations. */
  readonly needsReconciling: boolean;
}

/** Plans the stock movements of a changed order (docs/spec/inventory.md 16.4). */
export function planOrder(change: OrderChange): OrderPlan {
  const { before, order, refunds } = change;
  const { gone, fresh } = refundChangesOf(change);
  const [goneIds, freshIds] = [gone, fresh].map((list) => new Set(list.map(({ id }) => id)));
  const all = order && refunds.length > 0 ? restocksOf(order, refunds) : [];
  const restocks = { all, earlier: all.filter(({ refundId }) => !freshIds?.has(refundId)) };
  const earlier = new Map(before?.order.lines.map((line) => [line.id, line]));
  const now = new Map(order?.lines.map((line) => [line.id, line]));
  const stocks = new Map(before?.stock.map((stock) => [stock.lineId, stock]));
  const orderId = order?.id ?? before?.order.id ?? 0;
  const lines = [...new Set([...stocks.keys(), ...now.keys()])].map((lineId) =>
    planLine(change, {
      orderId,
      restocks,
      stock: stocks.get(lineId) ?? { lineId, state: 'none', round: 0 },
      line: now.get(lineId),
      earlier: earlier.get(lineId),
    }),
  );
  const putBack = before?.refunds.some(({ restock }) => restock) === true;
  const moves = lines.some(({ isUndone, action }) => isUndone || action === 'issue');
  return {
    orderId,
    change,
    lines,
    restocks: all.filter(({ refundId, lineId }) => lineId !== undefined && freshIds?.has(refundId)),
    loose: all.filter(({ lineId }) => lineId === undefined),
    needsReconciling:
      lines.some(({ isUndone }) => isUndone) ||
      (putBack && (moves || goneIds?.size !== 0)) ||
      (before !== undefined && fresh.some(({ restock }) => restock)),
  };
}
