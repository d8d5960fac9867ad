import type { LineStock, Order, OrderChange, OrderLine, OrderStatus, StoredOrder } from '../../commerce/index.ts';
import { piecesOf, type Restock, refundChangesOf, restocksOf } from './restock.ts';
import { saleableOf } from './saleable.ts';

/** What a status means for the goods: they are held, they have left, nobody holds them, or they stay where they are. */
type Whereabouts = 'held' | 'out' | 'free' | 'as they are';

const whereabouts: Readonly<Record<OrderStatus, Whereabouts>> = {
  'checkout-draft': 'held',
  pending: 'held',
  'on-hold': 'out',
  processing: 'out',
  completed: 'out',
  cancelled: 'free',
  failed: 'free',
  trash: 'free',
  refunded: 'as they are',
};

/** Where the goods of an order belong; nowhere where it is none or tries the shop out. */
export const whereaboutsOf = (order: Order | undefined): Whereabouts =>
  order === undefined || order.test ? 'free' : whereabouts[order.status];

/** What one line asks of the stockroom. */
export interface LinePlan {
  readonly orderId: number;
  readonly lineId: number;
  /** As it was. */
  readonly stock: LineStock;
  /** What was issued, and what refunds put back of it, is taken back. */
  readonly isUndone: boolean;
  readonly isReleased: boolean;
  /** `lessen` makes smaller what is reserved, where anything is. */
  readonly wish: 'issue' | 'reserve' | 'lessen' | undefined;
  /** What is issued if it is issued now: refunds that are new put back theirs afterwards. */
  readonly pieces: number;
  /** What is with the buyer, or held for them, in the end. */
  readonly due: number;
  /** The variation or the product that it sells; 0 for none. */
  readonly saleable: number;
  /** What is remembered of the goods where the line is neither issued nor reserved. */
  readonly goods: LineStock['goods'];
}

/** A line as it was and as it will be. */
export interface LineChange {
  readonly orderId: number;
  readonly stock: LineStock;
  readonly line: OrderLine | undefined;
  readonly earlier: OrderLine | undefined;
  /** What refunds put back that were there and stay, and what all will have put back. */
  readonly restocks: { readonly earlier: readonly Restock[]; readonly all: readonly Restock[] };
}

/** What an order's change asks of the stockroom for one line (docs/spec/inventory.md 16.4). */
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
    wish: quantity > 0 ? steps.wish : undefined,
    pieces: Math.max(0, quantity - piecesOf(restocks.earlier, lineId)),
    due: Math.max(0, quantity - piecesOf(restocks.all, lineId)),
    saleable: line ? saleableOf(line) : 0,
    goods: goodsOf(change, each),
  };
}

type Steps = Pick<LinePlan, 'isUndone' | 'isReleased' | 'wish'>;

function stepsOf(change: OrderChange, each: LineChange): Steps {
  const { before, order } = change;
  const { stock, line, earlier } = each;
  const isIssued = stock.state === 'issued';
  const isReleased = stock.state === 'reserved';
  const idle: Steps = { isUndone: false, isReleased: false, wish: undefined };
  const isOther = !earlier || !line || !sellsTheSame(earlier, line);
  if (isIssued && line && ['out', 'as they are'].includes(whereaboutsOf(order)))
    return isOther ? { isUndone: true, isReleased: false, wish: 'issue' } : idle;
  switch (line ? whereaboutsOf(order) : 'free') {
    case 'free':
      return { isUndone: isIssued, isReleased, wish: undefined };
    case 'as they are':
      return { ...idle, isReleased, wish: stock.goods === 'binned' ? 'issue' : undefined };
    case 'out':
      return leaves(before, each) ? { isUndone: false, isReleased, wish: 'issue' } : idle;
    case 'held': {
      const isNew = before?.order.status !== order?.status || before?.order.test === true;
      if (isNew || isOther || isIssued) return { isUndone: isIssued, isReleased, wish: 'reserve' };
      return stock.state === 'reserved' ? heldAnew(change, each) : idle;
    }
  }
}

/** What is reserved follows refunds: less of it where more is put back, and all of it anew where less is. */
function heldAnew({ before, refunds }: OrderChange, { stock: { lineId }, restocks }: LineChange): Steps {
  const [back, was] = [piecesOf(restocks.all, lineId), before ? piecesBefore(before, lineId) : 0];
  const isReleased = back < was;
  if (back === was || refunds === before?.refunds) return { isUndone: false, isReleased: false, wish: undefined };
  return { isUndone: false, isReleased, wish: isReleased ? 'reserve' : 'lessen' };
}

const piecesBefore = ({ order, refunds }: StoredOrder, lineId: number): number =>
  piecesOf(restocksOf(order, refunds), lineId);

const sellsTheSame = (a: OrderLine, b: OrderLine): boolean =>
  a.productId === b.productId && a.variationId === b.variationId && a.quantity === b.quantity;

/**
 * Whether the goods of a line that are not out leave now. What was not issued while the order was in a status in which it
 * would have been moved elsewhere, or was nobody's item then.
 */
function leaves(before: StoredOrder | undefined, { stock, line, earlier }: LineChange): boolean {
  if (!before || !earlier || stock.goods === 'stayed') return true;
  if (earlier.quantity <= 0 || (line && saleableOf(line) !== saleableOf(earlier))) return true;
  if (before.order.status === 'trash') return stock.round > 0;
  return ['held', 'free'].includes(whereaboutsOf(before.order));
}

/** What a refunded order, and one in the bin, remember of goods that are not issued: from there an order may come back as it was. */
function goodsOf(change: OrderChange, each: LineChange): LineStock['goods'] {
  const { before, order } = change;
  const { stock, line } = each;
  if (!line || !order || (order.status !== 'trash' && whereaboutsOf(order) !== 'as they are')) return undefined;
  const isBinned = order.status === 'trash' && before?.order.status === 'refunded' && stock.state === 'issued';
  if (isBinned || (order.status === 'trash' && stock.goods === 'binned')) return 'binned';
  return leaves(before, each) ? 'stayed' : stock.goods;
}

/** What is kept of a line that is as its plan leaves it, nothing reserved or issued anew. */
export function restingStock({ stock: { goods: _, ...stock }, isUndone, isReleased, goods }: LinePlan): LineStock {
  if (stock.state !== 'none' && !isUndone && !isReleased) return stock;
  return { ...stock, state: 'none', ...(goods && { goods }) };
}

/** What an order asks of the stockroom. */
export interface OrderPlan {
  readonly orderId: number;
  readonly change: OrderChange;
  readonly lines: readonly LinePlan[];
  /** What refunds that are new put back of lines. */
  readonly restocks: readonly Restock[];
  /** What refunds put back of no line that anybody could tell. */
  readonly loose: readonly Restock[];
  /** Whether what was recorded has to be looked at. */
  readonly isReckoned: boolean;
}

/** What an order's change asks of the stockroom (docs/spec/inventory.md 16.4). */
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
  const moves = lines.some(({ isUndone, wish }) => isUndone || wish === 'issue');
  return {
    ...{ orderId, change, lines },
    restocks: all.filter(({ refundId, lineId }) => lineId !== undefined && freshIds?.has(refundId)),
    loose: all.filter(({ lineId }) => lineId === undefined),
    isReckoned:
      lines.some(({ isUndone }) => isUndone) ||
      (putBack && (moves || goneIds?.size !== 0)) ||
      (before !== undefined && fresh.some(({ restock }) => restock)),
  };
}
