import type { Order, Refund, RefundLine, Taxes } from '../commerce/index.ts';
import { hasRoomFor, type SampleShop, sampleOrder, taxLinesOf } from './orders.ts';
import { lineIdOf } from './plan.ts';
import { CENT } from './products.ts';
import { type RefundWay, refundWayOf } from './refund-ways.ts';
import { randomOf, type SeededRandom } from './seeded-random.ts';
import { reasons } from './words.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

/** Generates the refunds of an order, with consecutive ids from `firstId`. */
export function sampleRefunds(shop: SampleShop, order: number, firstId: number): readonly Refund[] {
  const way = refundWayOf(shop.plan, order);
  if (way === undefined) return [];
  const refunded = sampleOrder(shop, order);
  if (refunded.paidAt === null || !hasRoomFor(shop.plan, refunded.createdAt.getTime())) return [];
  const chance = randomOf(shop.plan.seed, 'refund', order);
  const createdAt = new Date(refunded.createdAt.getTime() + 5 * DAY + chance.below(6 * 1_440) * MINUTE);
  const base = { id: firstId, order: refunded, createdAt, reason: chance.pick(reasons) };
  return refundsBy(way, base, chance);
}

interface RefundOrigin {
  readonly id: number;
  readonly order: Order;
  readonly createdAt: Date;
  readonly reason: string;
}

type RefundedLines = Pick<Refund, 'lines' | 'shippingLines' | 'feeLines'>;
const nothing: RefundedLines = { lines: [], shippingLines: [], feeLines: [] };

function refundsBy(way: RefundWay, base: RefundOrigin, chance: SeededRandom): readonly Refund[] {
  const { order } = base;
  switch (way) {
    case 'all at once':
      return [refundOfAmount(base, { amount: order.total, kind: 'full' })];
    case 'all lines':
      return [refundOfLines(base, allOf(base))];
    case 'one line':
      return [refundOfLines(base, { ...nothing, lines: [partOf(order, base.id, chance)] })];
    case 'the shipping':
      if (order.shippingTotal === 0) break;
      return [refundOfLines(base, { ...nothing, shippingLines: minus(order.shippingLines, base.id, 6) })];
    case 'some, then the rest': {
      const first = refundOfAmount(base, { amount: someOf(order), kind: 'partial' });
      const later = { ...base, id: base.id + 1, createdAt: new Date(base.createdAt.getTime() + DAY / 2) };
      return [first, refundOfAmount(later, { amount: order.total - first.amount, kind: 'full' })];
    }
    case 'an amount':
  }
  return [refundOfAmount(base, { amount: someOf(order), kind: 'partial' })];
}

/** A tenth of the total, in whole cents, and at least one cent. */
const someOf = ({ total }: Order): number => Math.max(CENT, Math.floor(total / (10 * CENT)) * CENT);

const refundOfAmount = (
  { id, order, createdAt, reason }: RefundOrigin,
  { amount, kind }: Pick<Refund, 'amount' | 'kind'>,
): Refund => ({
  id,
  orderId: order.id,
  amount,
  reason,
  createdAt,
  kind,
  total: -amount,
  totalTax: 0,
  shippingTotal: 0,
  restock: false,
  ...nothing,
  taxLines: [],
});

function refundOfLines(base: RefundOrigin, parts: RefundedLines): Refund {
  const taxLines = taxLinesOf(parts, base.id);
  const sum = (list: readonly { readonly total: number }[]) => list.reduce((all, { total }) => all + total, 0);
  const totalTax = taxLines.reduce((all, { taxTotal, shippingTaxTotal }) => all + taxTotal + shippingTaxTotal, 0);
  const total = sum(parts.lines) + sum(parts.shippingLines) + sum(parts.feeLines) + totalTax;
  return {
    ...refundOfAmount(base, { amount: -total, kind: 'partial' }),
    totalTax,
    shippingTotal: sum(parts.shippingLines) || 0,
    ...parts,
    taxLines,
  };
}

/** A full refund of all lines. */
const allOf = ({ order, id }: RefundOrigin): RefundedLines => ({
  lines: allLines(order, id),
  shippingLines: minus(order.shippingLines, id, 6),
  feeLines: minus(order.feeLines, id, 7),
});

/** All lines in full. */
const allLines = ({ lines }: Order, refundId: number): readonly RefundLine[] =>
  lines.map((line, place) => refundedLine(line, { id: lineIdOf(refundId, place), quantity: line.quantity }));

/** Some or all of one line. */
function partOf(order: Order, refundId: number, chance: SeededRandom): RefundLine {
  const place = chance.below(order.lines.length);
  const line = order.lines[place];
  if (!line) throw new RangeError(`The order ${order.id} has no line ${place}.`);
  return refundedLine(line, { id: lineIdOf(refundId, place), quantity: chance.between(1, line.quantity) });
}

function refundedLine(
  line: Order['lines'][number],
  { id, quantity }: { readonly id: number; readonly quantity: number },
): RefundLine {
  const share = (amount: number) =>
    -(quantity === line.quantity ? amount : Math.round((amount * quantity) / (line.quantity * CENT)) * CENT) || 0;
  const total = share(line.total);
  return {
    ...line,
    id,
    quantity: -quantity,
    subtotal: total,
    total,
    taxes: timesOf(line.taxes, share),
    refundedLineId: line.id,
  };
}

const timesOf = (taxes: Taxes, share: (amount: number) => number): Taxes =>
  Object.fromEntries(Object.entries(taxes).map(([rate, tax]) => [rate, tax === null ? null : share(tax)]));

const minus = (lines: Order['shippingLines'], refundId: number, place: number): Order['shippingLines'] =>
  lines.map((line) => ({
    ...line,
    id: lineIdOf(refundId, place),
    total: -line.total || 0,
    taxes: timesOf(line.taxes, (tax) => -tax || 0),
  }));
