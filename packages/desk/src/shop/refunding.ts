import { amountOf } from '../data/amounts.ts';
import type { Order, OrderLine, Refund, RefundDraft } from '../data/shop-records.ts';

// Amounts have at most six decimals: they are added up as whole millionths.
const MILLIONTHS = 1_000_000;
const whole = (amount: string | number | null | undefined): number => Math.round(amountOf(amount) * MILLIONTHS);
const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

/** Taxes by rate, in millionths. */
type Taxes = Readonly<Record<string, number>>;
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
  const sums: Record<string, number> = {};
  for (const { taxes } of taxed)
    for (const [rate, tax] of Object.entries(taxes ?? {})) sums[rate] = (sums[rate] ?? 0) + whole(tax);
  return sums;
}

/** What is left of a line after earlier refunds. */
export interface LeftLine {
  readonly line: OrderLine;
  readonly quantity: number;
  /** Without tax. */
  readonly amount: number;
  readonly taxes: LeftTaxes;
}

/** What is left of an order after earlier refunds, in the currency of the order. */
export interface Left {
  readonly lines: readonly LeftLine[];
  readonly shipping: number;
  readonly shippingTaxes: LeftTaxes;
  /** With tax. */
  readonly all: number;
}

/** What of an order can still be refunded. */
export function leftOf(order: Order, refunds: readonly Refund[]): Left {
  const byLine = Map.groupBy(
    refunds.flatMap(({ lines }) => lines ?? []),
    ({ refunded_line_id: id }) => id,
  );
  const lines = order.lines.map((line) => {
    const earlier = byLine.get(line.id) ?? [];
    return {
      line,
      quantity: Math.max(0, line.quantity + total(earlier.map(({ quantity }) => quantity))),
      amount: Math.max(0, whole(line.total) + total(earlier.map((each) => whole(each.total)))) / MILLIONTHS,
      taxes: { byRate: taxesIn([line, ...earlier]), parts: earlier.length },
    };
  });
  const shipping = whole(order.shipping_total) + total(refunds.map((each) => whole(each.shipping_total)));
  const all = whole(order.total) - total(refunds.map((each) => whole(each.amount)));
  const shippingTaxes = {
    byRate: taxesIn([...(order.shipping_lines ?? []), ...refunds.flatMap(shippingTaxesOf)]),
    parts: refunds.length,
  };
  return { lines, shipping: Math.max(0, shipping) / MILLIONTHS, shippingTaxes, all: Math.max(0, all) / MILLIONTHS };
}

const shippingTaxesOf = ({ tax_lines: lines }: Refund): readonly Taxed[] =>
  (lines ?? []).map(({ rate_id: rate, shipping_tax_total: tax }) => ({ taxes: { [rate]: tax } }));

/** What is asked to be refunded; amounts without tax. */
export interface RefundWish {
  readonly lines: readonly { readonly left: LeftLine; readonly quantity: number; readonly amount: number }[];
  readonly shipping: number;
  readonly shippingLeft: { readonly amount: number; readonly taxes: LeftTaxes };
  /** An amount that belongs to no line; it carries no tax. */
  readonly other: number;
  readonly reason: string;
  readonly restock: boolean;
}

/** Whether a part of what is asked is more than is left of it. */
export const isMoreThanLeft = (wish: RefundWish, left: Left): boolean =>
  whole(wish.shipping) > whole(left.shipping) ||
  wish.lines.some(({ left: line, quantity, amount }) => quantity > line.quantity || whole(amount) > whole(line.amount));

/** Sums of a refund, positive, in the currency of the order. */
export interface RefundSums {
  readonly net: number;
  readonly shipping: number;
  readonly tax: number;
  readonly all: number;
}

/** What is taken of a charge, and what is left of it; amounts in millionths. */
interface Taking {
  readonly amount: number;
  readonly of: number;
  readonly left: number;
  readonly taxes: LeftTaxes;
}

/**
 * The part of the taxes of a charge that follows an amount of it, rounded to the decimals of the shop. It is never more than is left,
 * and the last part takes what the rounding of those before left.
 */
function taxesOf(charged: Taxes, { amount, of, left, taxes }: Taking, decimals: number): Taxes {
  const unit = MILLIONTHS / 10 ** decimals;
  const isLast = amount > 0 && amount === left;
  const taken = (tax: number, rest: number) => {
    const share = tax * partOf(amount, of);
    const isRounding = Math.abs(rest - share) <= taxes.parts * unit;
    return (isLast && isRounding) || Math.abs(share) > Math.abs(rest) ? rest : share;
  };
  return Object.fromEntries(
    Object.entries(charged).map(([rate, tax]) => [rate, Math.round(taken(tax, taxes.byRate[rate] ?? 0) / unit) * unit]),
  );
}

const sumOf = (taxes: Taxes): number => total(Object.values(taxes));
const partOf = (amount: number, of: number): number => (of === 0 ? 0 : Math.min(1, amount / of));

function taxesOfWish(order: Order, wish: RefundWish, decimals: number) {
  const lines = wish.lines.map(({ left: { line, amount: left, taxes }, amount }) =>
    taxesOf(taxesIn([line]), { amount: whole(amount), of: whole(line.total), left: whole(left), taxes }, decimals),
  );
  const { amount: left, taxes } = wish.shippingLeft;
  const shipped = { amount: whole(wish.shipping), of: whole(order.shipping_total), left: whole(left), taxes };
  return { lines, shipping: taxesOf(taxesIn(order.shipping_lines ?? []), shipped, decimals) };
}

/** Sums of a refund before it is made. */
export function sumsOf(order: Order, wish: RefundWish, decimals: number): RefundSums {
  const taxes = taxesOfWish(order, wish, decimals);
  const net = total(wish.lines.map(({ amount }) => whole(amount))) + whole(wish.other);
  const shipping = whole(wish.shipping);
  const tax = total(taxes.lines.map(sumOf)) + sumOf(taxes.shipping);
  return {
    net: net / MILLIONTHS,
    shipping: shipping / MILLIONTHS,
    tax: tax / MILLIONTHS,
    all: (net + shipping + tax) / MILLIONTHS,
  };
}

const text = (millionths: number): string => (millionths / MILLIONTHS).toFixed(6).replace(/\.?0+$/, '');
const negative = (millionths: number): string => (millionths === 0 ? '0' : text(-millionths));

/** The record of a refund: amounts and quantities of its lines are negative. */
export function refundDraft(order: Order, wish: RefundWish, decimals: number): RefundDraft {
  const taxes = taxesOfWish(order, wish, decimals);
  const sums = sumsOf(order, wish, decimals);
  const lines = wish.lines.flatMap(({ left: { line }, quantity, amount }, index) =>
    quantity === 0 && amount === 0
      ? []
      : [
          {
            product_id: line.product_id,
            variation_id: line.variation_id,
            name: line.name,
            quantity: -quantity,
            subtotal: negative(whole(amount)),
            total: negative(whole(amount)),
            taxes: texts(taxes.lines[index] ?? {}),
            refunded_line_id: line.id,
          },
        ],
  );
  return {
    amount: text(whole(sums.all)),
    total: negative(whole(sums.all)),
    total_tax: negative(whole(sums.tax)),
    shipping_total: negative(whole(sums.shipping)),
    kind: 'partial',
    restock: wish.restock,
    ...(wish.reason !== '' && { reason: wish.reason }),
    lines,
    tax_lines: taxLines(order, taxes),
  };
}

const texts = (taxes: Taxes): Record<string, string> =>
  Object.fromEntries(Object.entries(taxes).map(([rate, tax]) => [rate, negative(tax)]));

function taxLines(order: Order, taxes: { readonly lines: readonly Taxes[]; readonly shipping: Taxes }) {
  return (order.tax_lines ?? []).flatMap(({ id: _, ...line }) => {
    const goods = total(taxes.lines.map((each) => each[line.rate_id] ?? 0));
    const shipping = taxes.shipping[line.rate_id] ?? 0;
    if (goods === 0 && shipping === 0) return [];
    return [{ ...line, tax_total: negative(goods), shipping_tax_total: negative(shipping) }];
  });
}
