import type { Order, OrderLine, TaxRate } from '../../data/shop-records.ts';
import { amountsOf, millionthsOf, signedRound, signedText, spread, sumOf } from './amounts.ts';
import type { AppliedTaxes } from './retaxing.ts';
import { membersOfRate, type TaxRules } from './taxing.ts';

type ChargeLine = NonNullable<Order['fee_lines']>[number];
type ListName = 'lines' | 'fee_lines' | 'shipping_lines' | 'coupon_lines';

/** The lists of an order after a change. */
export interface ChangedLists {
  readonly lines: readonly OrderLine[];
  readonly fee_lines: readonly ChargeLine[];
  readonly shipping_lines: readonly ChargeLine[];
  readonly coupon_lines: readonly NonNullable<Order['coupon_lines']>[number][];
  /** Rates of new lines, which may be new to the order. */
  readonly chosen: readonly TaxRate[];
  /** All tax of the order, where it is typed. */
  readonly tax: bigint | undefined;
  readonly nextId: () => number;
}

type Sums = ReadonlyMap<number, bigint>;
type Taxed = readonly { readonly taxes: AppliedTaxes }[];

/** The tax of each rate on charges, rounded once for each rate. */
function taxesBy(charges: Taxed, decimals: number): Sums {
  const sums = new Map<number, bigint>();
  for (const { taxes } of charges)
    for (const [rate, tax] of Object.entries(taxes ?? {}))
      sums.set(Number(rate), (sums.get(Number(rate)) ?? 0n) + millionthsOf(tax));
  return new Map([...sums].map(([rate, sum]) => [rate, signedRound(decimals, sum)]));
}

function growthOf(before: Sums, after: Sums): Sums {
  const rates = new Set([...before.keys(), ...after.keys()]);
  return new Map([...rates].map((rate) => [rate, (after.get(rate) ?? 0n) - (before.get(rate) ?? 0n)]));
}

const totalOf = (lines: readonly { readonly total: string | number }[] | null): bigint =>
  sumOf((lines ?? []).map(({ total }) => millionthsOf(total)));
const netOf = (lines: readonly OrderLine[]): bigint => sumOf(lines.map((line) => amountsOf(line).total));
const discountOf = (lines: readonly OrderLine[]): bigint =>
  sumOf(lines.map(amountsOf).map(({ subtotal, total }) => subtotal - total));

/**
 * Members of an order that differ after a change of its lists. Sums grow by what the lists grow, so that amounts of the order that
 * no line explains are kept.
 */
export function changedMembers(order: Order, after: ChangedLists, { decimals }: TaxRules) {
  const goods = growthOf(
    taxesBy([...order.lines, ...(order.fee_lines ?? [])], decimals),
    taxesBy([...after.lines, ...after.fee_lines], decimals),
  );
  const shipping = growthOf(taxesBy(order.shipping_lines ?? [], decimals), taxesBy(after.shipping_lines, decimals));
  const shipped = totalOf(after.shipping_lines) - totalOf(order.shipping_lines);
  const net = netOf(after.lines) - netOf(order.lines) + totalOf(after.fee_lines) - totalOf(order.fee_lines);
  const typed = after.tax === undefined ? 0n : after.tax - millionthsOf(order.total_tax);
  const shippingTax = sumOf(shipping.values());
  const tax = sumOf(goods.values()) + shippingTax + typed;
  const growth = {
    total: net + shipped + tax,
    total_tax: tax,
    shipping_total: shipped,
    shipping_tax: shippingTax,
    discount_total: discountOf(after.lines) - discountOf(order.lines),
  };
  const sums = Object.entries(growth).map(
    ([name, by]) => [name, by, signedText(millionthsOf(order[name as keyof typeof growth]) + by, decimals)] as const,
  );
  return {
    ...listsThatDiffer(order, after),
    ...taxLinesOf(order, after, { goods, shipping, decimals }),
    ...Object.fromEntries(sums.flatMap(([name, by, text]) => (by === 0n ? [] : [[name, text]]))),
  };
}

function listsThatDiffer(order: Order, after: ChangedLists): Partial<Pick<ChangedLists, ListName>> {
  const names: readonly ListName[] = ['lines', 'fee_lines', 'shipping_lines', 'coupon_lines'];
  const differs = (name: ListName) => {
    const before: readonly object[] = order[name] ?? [];
    // Most lines are the same object.
    const isSame = (line: object, at: number) =>
      line === before[at] || JSON.stringify(line) === JSON.stringify(before[at]);
    return before.length !== after[name].length || !after[name].every(isSame);
  };
  return Object.fromEntries(names.filter(differs).map((name) => [name, after[name]]));
}

interface TaxChanges {
  readonly goods: Sums;
  readonly shipping: Sums;
  readonly decimals: number;
}

/** Tax lines with what their rates grew; several lines of one rate grow in proportion, a rate that is new to the order has a new one. */
function taxLinesOf(order: Order, { chosen, nextId }: ChangedLists, { goods, shipping, decimals }: TaxChanges) {
  const lines = [...(order.tax_lines ?? [])];
  const grow = (rate: number, by: bigint, member: 'tax_total' | 'shipping_tax_total') => {
    const places = [...lines.keys()].filter((at) => lines[at]?.rate_id === rate);
    const sizes = places.map((at) => millionthsOf(lines[at]?.[member]));
    const shares = spread(
      by,
      sizes.map((size) => (size < 0n ? 0n : size)),
      decimals,
    );
    for (const [index, at] of places.entries()) {
      const line = lines[at];
      if (line) lines[at] = { ...line, [member]: signedText((sizes[index] ?? 0n) + (shares[index] ?? 0n), decimals) };
    }
  };
  for (const rate of new Map(chosen.map((each) => [each.id, each])).values())
    if (!lines.some(({ rate_id: id }) => id === rate.id)) lines.push(taxLineOf(rate, nextId()));
  for (const [rate, by] of goods) if (by !== 0n) grow(rate, by, 'tax_total');
  for (const [rate, by] of shipping) if (by !== 0n) grow(rate, by, 'shipping_tax_total');
  return JSON.stringify(lines) === JSON.stringify(order.tax_lines ?? []) ? {} : { tax_lines: lines };
}

const taxLineOf = (rate: TaxRate, id: number): NonNullable<Order['tax_lines']>[number] => ({
  id,
  ...membersOfRate(rate),
  country: null,
  state: null,
  priority: null,
  tax_total: '0',
  shipping_tax_total: '0',
});
