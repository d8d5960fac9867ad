import type { LineStock, Order, OrderLine, OrderStatus, OrderStockChange, StoredOrder } from '../../orders/index.ts';
import { piecesPutBack, type Restock, restocksOf } from './restock.ts';

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

const whereaboutsOf = (order: Order | undefined): Whereabouts =>
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
  readonly wish: 'issue' | 'reserve' | undefined;
  readonly pieces: number;
  /** The variation or the product that it sells; 0 for none. */
  readonly saleable: number;
}

/** What an order asks of the stockroom. */
export interface OrderPlan {
  readonly orderId: number;
  readonly change: OrderStockChange;
  readonly lines: readonly LinePlan[];
  readonly restocks: readonly Restock[];
}

/** What an order's change asks of the stockroom, line by line (inventory.md, 16.4). */
export function planOrder(change: OrderStockChange): OrderPlan {
  const { before, order } = change;
  const earlier = new Map(before?.order.lines.map((line) => [line.id, line]));
  const now = new Map(order?.lines.map((line) => [line.id, line]));
  const stocks = new Map(before?.stock.map((stock) => [stock.lineId, stock]));
  const ids = [...new Set([...stocks.keys(), ...now.keys()])];
  const orderId = order?.id ?? before?.order.id ?? 0;
  const lines = ids.map((lineId) =>
    planLine(change, orderId, {
      stock: stocks.get(lineId) ?? { lineId, state: 'none', round: 0 },
      line: now.get(lineId),
      earlier: earlier.get(lineId),
    }),
  );
  return { orderId, change, lines, restocks: restocksOf(change, lines) };
}

/** A line as it was and as it will be. */
interface LineChange {
  readonly stock: LineStock;
  readonly line: OrderLine | undefined;
  readonly earlier: OrderLine | undefined;
}

function planLine(change: OrderStockChange, orderId: number, each: LineChange): LinePlan {
  const { stock, line } = each;
  const steps = stepsOf(change, each);
  const pieces = line ? line.quantity - piecesBack(change, line.id) : 0;
  return {
    orderId,
    lineId: stock.lineId,
    stock,
    ...steps,
    wish: pieces > 0 ? steps.wish : undefined,
    pieces,
    saleable: line ? saleableOf(line) : 0,
  };
}

/** What earlier refunds put back does not leave a second time. */
function piecesBack({ before, order, goneRefunds = [] }: OrderStockChange, lineId: number): number {
  const gone = new Set(goneRefunds.map(({ id }) => id));
  const refunds = before?.refunds.filter(({ id }) => !gone.has(id)) ?? [];
  return order && refunds.length > 0 ? piecesPutBack(order, refunds, lineId) : 0;
}

/** What a line sells: the variation, or the product where there is none; 0 for nothing that is known. */
export const saleableOf = ({ productId, variationId }: Pick<OrderLine, 'productId' | 'variationId'>): number =>
  variationId || productId;

type Steps = Pick<LinePlan, 'isUndone' | 'isReleased' | 'wish'>;

function stepsOf({ before, order }: OrderStockChange, { stock, line, earlier }: LineChange): Steps {
  const isIssued = stock.state === 'issued';
  const isReleased = stock.state === 'reserved';
  const idle = { isUndone: false, isReleased: false, wish: undefined };
  const isOther = !earlier || !line || !sellsTheSame(earlier, line);
  switch (line ? whereaboutsOf(order) : 'free') {
    case 'free':
      return { isUndone: isIssued, isReleased, wish: undefined };
    case 'as they are':
      return { ...idle, isReleased };
    case 'out':
      if (isIssued) return isOther ? { isUndone: true, isReleased: false, wish: 'issue' } : idle;
      return leaves(before, stock, earlier) ? { isUndone: false, isReleased, wish: 'issue' } : idle;
    case 'held': {
      const isNew = before?.order.status !== order?.status || before?.order.test === true;
      return isNew || isOther || isIssued ? { isUndone: isIssued, isReleased, wish: 'reserve' } : idle;
    }
  }
}

const sellsTheSame = (a: OrderLine, b: OrderLine): boolean =>
  a.productId === b.productId && a.variationId === b.variationId && a.quantity === b.quantity;

/**
 * Whether the goods of a line that are not out leave now. What was not issued while the order was in a status in which it
 * would have been moved elsewhere, or was nobody's item then.
 */
function leaves(before: StoredOrder | undefined, stock: LineStock, earlier: OrderLine | undefined): boolean {
  if (!before || !earlier) return true;
  if (before.order.status === 'trash') return stock.round > 0;
  const was = whereaboutsOf(before.order);
  return was === 'held' || was === 'free';
}

/** What is kept of a line that is as its plan leaves it, nothing reserved or issued anew. */
export function restingStock({ stock, isUndone, isReleased }: LinePlan): LineStock {
  return isUndone || isReleased ? { ...stock, state: 'none' } : stock;
}
