import type { Order, OrderLine, Refund, RefundDraft } from '../data/shop-records.ts';
import { millionthsOf, shareOf, signedRound, signedText, sizeOf, sumOf, unitOf } from './order/amounts.ts';

/** Taxes by rate, in millionths. */
type Taxes = Readonly<Record<string, bigint>>;
interface Taxed {
  readonly taxes: OrderLine['taxes'];
}

/** What is left of the taxes of a charge. */
interface LeftTaxes {
  readonly byRate: Taxes;
  /** How many refunds took a part of them, each rounded by itself. */
  readonly parts: number;
}

/** Taxes of charges and of their refunds, which are negative, in one sum for each rate. */
function taxesIn(taxed: readonly Taxed[]): Taxes {
  const sums: Record<string, bigint> = {};
  for (const { taxes } of taxed)
    for (const [rate, tax] of Object.entries(taxes ?? {})) sums[rate] = (sums[rate] ?? 0n) + millionthsOf(tax);
  return sums;
}

/** What is left of a line after earlier refunds. */
export interface LeftLine {
  readonly line: OrderLine;
  readonly quantity: number;
  /** Without tax, in millionths. */
  readonly amount: bigint;
  readonly taxes: LeftTaxes;
}

/** What is left of an order after earlier refunds; amounts in millionths. */
export interface Left {
  readonly lines: readonly LeftLine[];
  readonly shipping: bigint;
  readonly shippingTaxes: LeftTaxes;
  /** With tax. */
  readonly all: bigint;
}

/** What of an order can still be refunded. */
export function leftOf(order: Order, refunds: readonly Refund[]): Left {
  const byLine = Map.groupBy(
    refunds.flatMap(({ lines }) => lines ?? []),
    ({ refunded_line_id: id }) => id,
  );
  const lines = order.lines.map((line): LeftLine => {
    const earlier = byLine.get(line.id) ?? [];
    return {
      line,
      quantity: Math.max(
        0,
        earlier.reduce((rest, { quantity }) => rest + quantity, line.quantity),
      ),
      amount: notNegative(totalOf([line.total, ...earlier.map(({ total }) => total)])),
      taxes: { byRate: taxesIn([line, ...earlier]), parts: earlier.length },
    };
  });
  return {
    lines,
    shipping: notNegative(totalOf([order.shipping_total, ...refunds.map((each) => each.shipping_total)])),
    shippingTaxes: {
      byRate: taxesIn([...(order.shipping_lines ?? []), ...refunds.flatMap(shippingTaxesOf)]),
      parts: refunds.length,
    },
    all: notNegative(millionthsOf(order.total) - totalOf(refunds.map(({ amount }) => amount))),
  };
}

const totalOf = (amounts: readonly (string | number | null | undefined)[]): bigint => sumOf(amounts.map(millionthsOf));
const notNegative = (amount: bigint): bigint => (amount < 0n ? 0n : amount);

const shippingTaxesOf = ({ tax_lines: lines }: Refund): readonly Taxed[] =>
  (lines ?? []).map(({ rate_id: rate, shipping_tax_total: tax }) => ({ taxes: { [rate]: tax } }));

/** A line of a refund; the amount without tax, in millionths. */
export interface RequestedLine {
  readonly quantity: number;
  readonly amount: bigint;
}

/** A refund as it is typed; amounts without tax, in millionths. */
export interface RefundRequest {
  readonly left: Left;
  /** One for each line of the order. */
  readonly lines: readonly RequestedLine[];
  readonly shipping: bigint;
  /** An amount that belongs to no line; it carries no tax. */
  readonly other: bigint;
  readonly reason: string;
  readonly restock: boolean;
}

/** The amount of some pieces of a line; all that are left have the amount that is left. */
export function amountOfPieces({ quantity, amount }: LeftLine, pieces: number, decimals: number): bigint {
  if (pieces === 0) return 0n;
  if (pieces >= quantity) return amount;
  return shareOf(amount, [BigInt(pieces), BigInt(quantity)], decimals);
}

/** What of a refund is more than is left: a line, the shipping, or the sum. */
export type Excess = LeftLine | 'shipping' | 'all';

/** The first excess of a refund; undefined for one that can be made. */
export function excessOf({ left, lines, shipping }: RefundRequest, { all }: RefundSums): Excess | undefined {
  const line = left.lines.find(({ quantity, amount }, index) => {
    const requested = lines[index] ?? nothing;
    return requested.quantity > quantity || requested.amount > amount;
  });
  if (line) return line;
  if (shipping > left.shipping) return 'shipping';
  return all > left.all ? 'all' : undefined;
}

const nothing: RequestedLine = { quantity: 0, amount: 0n };

/** Sums of a refund, positive, in millionths. */
export interface RefundSums {
  readonly net: bigint;
  readonly shipping: bigint;
  readonly tax: bigint;
  readonly all: bigint;
}

/** The refunded amount of a charge, the whole charge, and what is left of it. */
interface RefundedPart {
  readonly amount: bigint;
  readonly of: bigint;
  readonly left: bigint;
  readonly taxes: LeftTaxes;
}

/**
 * The part of the taxes of a charge that follows an amount of it, rounded to the decimals of the shop. It is never more than is left,
 * and the last part takes what the rounding of those before left.
 */
function taxesOf(charged: Taxes, { amount, of, left, taxes }: RefundedPart, decimals: number): Taxes {
  const isLast = amount > 0n && amount === left;
  const rounding = BigInt(taxes.parts) * unitOf(decimals);
  const taken = (tax: bigint, rest: bigint) => {
    const share = shareOf(tax, [amount < of ? amount : of, of], decimals);
    const isRest = isLast && sizeOf(rest - share) <= rounding;
    return isRest || sizeOf(share) > sizeOf(rest) ? signedRound(decimals, rest) : share;
  };
  return Object.fromEntries(Object.entries(charged).map(([rate, tax]) => [rate, taken(tax, taxes.byRate[rate] ?? 0n)]));
}

const taxOf = (taxes: Taxes): bigint => sumOf(Object.values(taxes));

function taxesOfRequest(order: Order, { left, lines, shipping }: RefundRequest, decimals: number) {
  const ofLines = left.lines.map(({ line, amount: rest, taxes }, index) => {
    const { amount } = lines[index] ?? nothing;
    if (amount === 0n) return {};
    return taxesOf(taxesIn([line]), { amount, of: millionthsOf(line.total), left: rest, taxes }, decimals);
  });
  const of = millionthsOf(order.shipping_total);
  const shipped = { amount: shipping, of, left: left.shipping, taxes: left.shippingTaxes };
  return { lines: ofLines, shipping: taxesOf(taxesIn(order.shipping_lines ?? []), shipped, decimals) };
}

/** Sums of a refund before it is made. What differs from all that is left by less than half a unit of money takes it all. */
export function sumsOf(order: Order, request: RefundRequest, decimals: number): RefundSums {
  const { left, lines, shipping, other } = request;
  const taxes = taxesOfRequest(order, request, decimals);
  const net = sumOf(lines.map(({ amount }) => amount)) + other;
  const tax = sumOf(taxes.lines.map(taxOf)) + taxOf(taxes.shipping);
  const all = net + shipping + tax;
  const isAll = all > 0n && 2n * sizeOf(left.all - all) < unitOf(decimals);
  return { net, shipping, tax, all: isAll ? left.all : all };
}

const text = (amount: bigint): string => signedText(amount, 0);
const negative = (amount: bigint): string => text(-amount);

/** The record of a refund: amounts and quantities of its lines are negative. */
export function refundDraft(order: Order, request: RefundRequest, decimals: number): RefundDraft {
  const taxes = taxesOfRequest(order, request, decimals);
  const sums = sumsOf(order, request, decimals);
  const lines = request.left.lines.flatMap(({ line }, index) => {
    const { quantity, amount } = request.lines[index] ?? nothing;
    if (quantity === 0 && amount === 0n) return [];
    return [
      {
        product_id: line.product_id,
        variation_id: line.variation_id,
        name: line.name,
        quantity: -quantity,
        subtotal: negative(amount),
        total: negative(amount),
        taxes: texts(taxes.lines[index] ?? {}),
        refunded_line_id: line.id,
      },
    ];
  });
  return {
    amount: text(sums.all),
    total: negative(sums.all),
    total_tax: negative(sums.tax),
    shipping_total: negative(sums.shipping),
    kind: 'partial',
    restock: request.restock,
    ...(request.reason !== '' && { reason: request.reason }),
    lines,
    tax_lines: taxLines(order, taxes),
  };
}

const texts = (taxes: Taxes): Record<string, string> =>
  Object.fromEntries(Object.entries(taxes).map(([rate, tax]) => [rate, negative(tax)]));

function taxLines(order: Order, taxes: { readonly lines: readonly Taxes[]; readonly shipping: Taxes }) {
  return (order.tax_lines ?? []).flatMap(({ id: _, ...line }) => {
    const goods = sumOf(taxes.lines.map((each) => each[line.rate_id] ?? 0n));
    const shipping = taxes.shipping[line.rate_id] ?? 0n;
    if (goods === 0n && shipping === 0n) return [];
    return [{ ...line, tax_total: negative(goods), shipping_tax_total: negative(shipping) }];
  });
}
