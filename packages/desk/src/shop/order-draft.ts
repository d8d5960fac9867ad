import type { TaxRate } from '../data/shop-records.ts';
import { amountIn, amountOrZero, roundedTo, sumOf, textOf } from './order/amounts.ts';
import { type Charged, charge, membersOfRate, type TaxChoice, type TaxRules } from './order/taxing.ts';

/** A product that can be put into a line. */
export interface OrderedProduct {
  readonly product: number;
  readonly variation: number | undefined;
  readonly name: string;
}

/** A line as it is typed. */
export interface DraftLine extends OrderedProduct {
  readonly quantity: string;
  readonly price: string;
  /** The rates that are charged on it. */
  readonly taxes: TaxChoice | undefined;
}

/** An order as it is typed. */
export interface OrderDraft {
  readonly lines: readonly DraftLine[];
  readonly shipping: string;
  readonly shippingTaxes: TaxChoice | undefined;
  /** Tax as an amount, where no rate is charged. */
  readonly tax: string;
}

const quantityOf = ({ quantity }: DraftLine): number => (/^[1-9]\d{0,8}$/.test(quantity.trim()) ? Number(quantity) : 0);

/** A charge as an order has it: before tax, with its taxes by rate. */
interface DraftCharge {
  readonly total: string;
  readonly taxes: Readonly<Record<string, string>>;
}

/** The tax of one rate on an order. */
export interface DraftTax {
  readonly rate: TaxRate;
  readonly goods: string;
  readonly shipping: string;
}

/** Amounts of an order as texts with the decimals of the shop. */
export interface DraftSums {
  readonly lines: readonly DraftCharge[];
  readonly shipping: DraftCharge;
  readonly taxes: readonly DraftTax[];
  readonly tax: string;
  readonly shippingTax: string;
  readonly total: string;
}

/** What a draft comes to; undefined while something typed is no amount, or no line is there. */
export function sumsOfDraft(draft: OrderDraft, rules: TaxRules): DraftSums | undefined {
  const prices = draft.lines.map(({ price }) => amountIn(price));
  const [shipping, typedTax] = [draft.shipping, draft.tax].map(amountOrZero);
  const isCounted = draft.lines.length > 0 && draft.lines.every((line) => quantityOf(line) > 0);
  if (!isCounted || prices.includes(undefined) || shipping === undefined || typedTax === undefined) return undefined;
  const lines = draft.lines.map((line, index) =>
    charge((prices[index] ?? 0n) * BigInt(quantityOf(line)), line.taxes ?? {}, rules),
  );
  const shipped = charge(shipping, draft.shippingTaxes ?? {}, rules);
  return sumsOf({ draft, lines, shipped, typedTax: roundedTo(rules.decimals, typedTax) }, rules);
}

interface ChargedDraft {
  readonly draft: OrderDraft;
  readonly lines: readonly Charged[];
  readonly shipped: Charged;
  readonly typedTax: bigint;
}

function sumsOf({ draft, lines, shipped, typedTax }: ChargedDraft, { decimals }: TaxRules): DraftSums {
  const text = (amount: bigint) => textOf(amount, decimals);
  const written = ({ net, taxes }: Charged): DraftCharge => ({
    total: text(net),
    taxes: Object.fromEntries([...taxes].map(([rate, tax]) => [rate, text(tax)])),
  });
  const taxes = ratesIn(draft).map((rate) => ({
    rate,
    goods: roundedTo(decimals, sumOf(lines.map((line) => line.taxes.get(rate.id) ?? 0n))),
    shipping: roundedTo(decimals, shipped.taxes.get(rate.id) ?? 0n),
  }));
  const shippingTax = sumOf(taxes.map((each) => each.shipping));
  const tax = shippingTax + sumOf(taxes.map(({ goods }) => goods)) + typedTax;
  return {
    lines: lines.map(written),
    shipping: written(shipped),
    taxes: taxes.map(({ rate, goods, shipping }) => ({ rate, goods: text(goods), shipping: text(shipping) })),
    tax: text(tax),
    shippingTax: text(shippingTax),
    total: text(sumOf(lines.map(({ net }) => net)) + shipped.net + tax),
  };
}

const ratesIn = ({ lines, shippingTaxes }: OrderDraft): readonly TaxRate[] => {
  const chosen = [...lines.map(({ taxes }) => taxes), shippingTaxes].flatMap((choice) => choice?.rates ?? []);
  return [...new Map(chosen.map((rate) => [rate.id, rate])).values()];
};

/** Lines, shipping, taxes and sums of a draft as an order has them. */
export const chargesOfDraft = (
  { lines }: OrderDraft,
  sums: DraftSums,
  { shippingTitle }: { readonly shippingTitle: string },
) => ({
  lines: lines.map((line, index) => {
    const { total = '0', taxes = {} } = sums.lines[index] ?? {};
    return {
      product_id: line.product,
      ...(line.variation !== undefined && { variation_id: line.variation }),
      name: line.name,
      quantity: quantityOf(line),
      subtotal: total,
      total,
      taxes,
    };
  }),
  shipping_lines: Number(sums.shipping.total) === 0 ? [] : [{ title: shippingTitle, ...sums.shipping }],
  tax_lines: sums.taxes.map(({ rate, goods, shipping }) => ({
    ...membersOfRate(rate),
    tax_total: goods,
    shipping_tax_total: shipping,
  })),
  total: sums.total,
  total_tax: sums.tax,
  shipping_total: sums.shipping.total,
  shipping_tax: sums.shippingTax,
  discount_total: '0',
});
