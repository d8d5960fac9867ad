import { amountOf } from '../data/amounts.ts';
import type { Order, OrderLine, Refund, RefundDraft } from '../data/shop-records.ts';

// Amounts have at most six decimals: they are added up as whole millionths.
const MILLIONTHS = 1_000_000;
const whole = (amount: string | number | null | undefined): number => Math.round(amountOf(amount) * MILLIONTHS);
const total = (amounts: readonly number[]): number => amounts.reduce((sum, each) => sum + each, 0);

/** What is left of a line after earlier refunds. */
export interface LeftLine {
  readonly line: OrderLine;
  readonly quantity: number;
  /** Without tax. */
  readonly amount: number;
}

/** What is left of an order after earlier refunds, in the currency of the order. */
export interface Left {
  readonly lines: readonly LeftLine[];
  readonly shipping: number;
  /** With tax. */
  readonly all: number;
}

/** What of an order can still be refunded. */
export function leftOf(order: Order, refunds: readonly Refund[]): Left {
  const refunded = (id: number) =>
    refunds.flatMap(({ lines }) => (lines ?? []).filter((line) => line.refunded_line_id === id));
  const lines = order.lines.map((line) => {
    const earlier = refunded(line.id);
    return {
      line,
      quantity: Math.max(0, line.quantity + total(earlier.map(({ quantity }) => quantity))),
      amount: Math.max(0, whole(line.total) + total(earlier.map((each) => whole(each.total)))) / MILLIONTHS,
    };
  });
  const shipping = whole(order.shipping_total) + total(refunds.map((each) => whole(each.shipping_total)));
  const all = whole(order.total) - total(refunds.map((each) => whole(each.amount)));
  return { lines, shipping: Math.max(0, shipping) / MILLIONTHS, all: Math.max(0, all) / MILLIONTHS };
}

/** What is asked to be refunded; amounts without tax. */
export interface RefundWish {
  readonly lines: readonly { readonly left: LeftLine; readonly quantity: number; readonly amount: number }[];
  readonly shipping: number;
  /** An amount that belongs to no line; it carries no tax. */
  readonly other: number;
  readonly reason: string;
  readonly restock: boolean;
}

/** Sums of a refund, positive, in the currency of the order. */
export interface RefundSums {
  readonly net: number;
  readonly shipping: number;
  readonly tax: number;
  readonly all: number;
}

type Taxes = Readonly<Record<string, number>>;

/** The part of the taxes of a charge that follows an amount of it, rounded to the decimals of the shop. */
function taxesOf(taxes: OrderLine['taxes'], part: number, decimals: number): Taxes {
  const unit = MILLIONTHS / 10 ** decimals;
  return Object.fromEntries(
    Object.entries(taxes ?? {}).map(([rate, tax]) => [rate, Math.round((whole(tax) * part) / unit) * unit]),
  );
}

const sumOf = (taxes: Taxes): number => total(Object.values(taxes));
const partOf = (amount: number, of: number): number => (of === 0 ? 0 : Math.min(1, amount / of));

function taxesOfWish(order: Order, wish: RefundWish, decimals: number) {
  const lines = wish.lines.map(({ left: { line }, amount }) =>
    taxesOf(line.taxes, partOf(whole(amount), whole(line.total)), decimals),
  );
  const part = partOf(whole(wish.shipping), whole(order.shipping_total));
  const charged: Record<string, number> = {};
  for (const { taxes } of order.shipping_lines ?? []) {
    for (const [rate, tax] of Object.entries(taxesOf(taxes, part, decimals)))
      charged[rate] = (charged[rate] ?? 0) + tax;
  }
  return { lines, shipping: charged };
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
