import type { Order, OrderLine, TaxRate } from '../../data/shop-records.ts';
import type { DraftLine } from '../order-draft.ts';
import { amountIn, amountsOf, millionthsOf, shareOf, signedIn, signedText, sizeOf, spread, sumOf } from './amounts.ts';
import { type ChangedLists, changedMembers } from './changed-members.ts';
import { type AppliedTaxes, ratesOfOrder, retaxed } from './retaxing.ts';
import { charge, type TaxChoice, type TaxRules } from './taxing.ts';

/** Lists of charges of an order, beside its products. */
export const chargeLists = ['fee_lines', 'shipping_lines', 'coupon_lines'] as const;
export type ChargeList = (typeof chargeLists)[number];
export const lineLists = ['lines', ...chargeLists] as const;
export type LineList = (typeof lineLists)[number];

/** What is typed for one line of an order. */
export type SetLine = (list: LineList, id: number, edit: LineEdit) => void;

/** What is typed about a line that the order has; amounts without tax. */
export interface LineEdit {
  readonly quantity?: string;
  readonly amount?: string;
  readonly isRemoved?: boolean;
}

/** A fee, a shipping charge or a coupon that is added. */
export interface AddedCharge {
  readonly list: ChargeList;
  readonly name: string;
  readonly amount: string;
  readonly taxes: TaxChoice | undefined;
}

type Edits = ReadonlyMap<number, LineEdit>;

/** Changes of the lines of an order as they are typed. */
export interface LinesDraft {
  readonly edits: Readonly<Record<LineList, Edits>>;
  readonly goods: readonly DraftLine[];
  readonly charges: readonly AddedCharge[];
  /** The tax of an order whose lines have no taxes. */
  readonly tax: string | undefined;
}

const none: Edits = new Map();

/** A draft that changes nothing. */
export const unchanged: LinesDraft = {
  edits: { lines: none, fee_lines: none, shipping_lines: none, coupon_lines: none },
  goods: [],
  charges: [],
  tax: undefined,
};

/** A quantity of whole pieces; undefined where the text is none. */
export const piecesIn = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined;

/** Thrown where something typed is no quantity or amount, or a discount is more than its items. */
class Unreadable extends Error {}

function readable<T>(value: T | undefined): T {
  if (value === undefined) throw new Unreadable();
  return value;
}

/** A line with its amounts in millionths. */
interface Counted {
  readonly line: OrderLine;
  readonly subtotal: bigint;
  readonly total: bigint;
}

interface Counting extends TaxRules {
  readonly order: Order;
  readonly rates: ReadonlyMap<number, TaxRate>;
}

/** The members of an order that a draft changes; undefined while something typed cannot be read. Lines without a change stay as they are. */
export function orderChanges(order: Order, draft: LinesDraft, rules: TaxRules & { readonly firstId: number }) {
  try {
    return changedMembers(order, listsOf(order, draft, rules), rules);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function listsOf(order: Order, draft: LinesDraft, rules: TaxRules & { readonly firstId: number }): ChangedLists {
  const chosen = [...draft.goods, ...draft.charges].flatMap(({ taxes }) => taxes?.rates ?? []);
  const counting = { ...rules, order, rates: ratesOfOrder(order, chosen) };
  let next = rules.firstId;
  const nextId = () => next++;
  const goods = [...keptLines(order, draft.edits.lines, rules), ...newLines(draft.goods, rules, nextId)];
  const discounts = discountsOf(draft, goods, { ...counting, nextId });
  const chargesOf = (list: 'fee_lines' | 'shipping_lines') => [
    ...keptCharges(list, draft.edits[list], counting),
    ...draft.charges.filter((each) => each.list === list).map((each) => newCharge(each, nextId(), rules)),
  ];
  return {
    lines: discounted(goods, discounts.change, counting),
    fee_lines: chargesOf('fee_lines'),
    shipping_lines: chargesOf('shipping_lines'),
    coupon_lines: discounts.coupons,
    chosen,
    tax: draft.tax === undefined ? undefined : readable(amountIn(draft.tax)),
    nextId,
  };
}

/** Lines of the order that stay, with typed quantities and amounts; a discount follows the quantity. */
function keptLines({ lines }: Order, edits: Edits, { decimals }: TaxRules): readonly Counted[] {
  return lines.flatMap((line): readonly Counted[] => {
    const { quantity, amount, isRemoved } = edits.get(line.id) ?? {};
    if (isRemoved) return [];
    const before = amountsOf(line);
    const pieces = quantity === undefined ? line.quantity : readable(piecesIn(quantity));
    const part = [BigInt(pieces), BigInt(line.quantity)] as const;
    const isScaled = pieces !== line.quantity && line.quantity !== 0;
    const scaled = (value: bigint) => (isScaled ? shareOf(value, part, decimals) : value);
    const subtotal = scaled(before.subtotal);
    const due = scaled(before.total);
    const total = amount === undefined ? due : readable(amountIn(amount));
    const kept = pieces === line.quantity ? line : { ...line, quantity: pieces };
    return [{ line: kept, subtotal: subtotal + total - due, total }];
  });
}

function newLines(goods: readonly DraftLine[], rules: TaxRules, nextId: () => number): readonly Counted[] {
  return goods.map(({ product, variation = null, name, quantity, price, taxes }) => {
    const pieces = readable(piecesIn(quantity));
    const { net, taxes: charged } = charge(readable(amountIn(price)) * BigInt(pieces), taxes ?? {}, rules);
    const text = signedText(net, rules.decimals);
    const line = { id: nextId(), product_id: product, variation_id: variation, name, quantity: pieces };
    const sums = { subtotal: text, total: text, taxes: written(charged, rules), attributes: null };
    return { line: { ...line, ...sums }, subtotal: net, total: net };
  });
}

const written = (taxes: ReadonlyMap<number, bigint>, { decimals }: TaxRules): AppliedTaxes =>
  Object.fromEntries([...taxes].map(([rate, tax]) => [rate, signedText(tax, decimals)]));

/** Fees or shipping charges that stay, with typed amounts. */
function keptCharges(list: 'fee_lines' | 'shipping_lines', edits: Edits, counting: Counting) {
  return (counting.order[list] ?? []).flatMap((line) => {
    const { amount, isRemoved } = edits.get(line.id) ?? {};
    if (isRemoved) return [];
    const total = amount === undefined ? millionthsOf(line.total) : readable(signedIn(amount));
    return [withTotal(line, total, counting)];
  });
}

function newCharge({ name, amount, taxes }: AddedCharge, id: number, rules: TaxRules) {
  const net = readable(signedIn(amount));
  const charged = charge(sizeOf(net), taxes ?? {}, { ...rules, includesTax: false });
  const signed = new Map([...charged.taxes].map(([rate, tax]) => [rate, net < 0n ? -tax : tax]));
  return { id, title: name.trim(), total: signedText(net, rules.decimals), taxes: written(signed, rules) };
}

/** A line with another total, and the taxes that follow it; the same line where the total stays. */
function withTotal<Line extends { readonly total: string | number; readonly taxes: AppliedTaxes }>(
  line: Line,
  total: bigint,
  counting: Counting,
): Line {
  const before = millionthsOf(line.total);
  if (before === total) return line;
  const taxes = retaxed(line.taxes, [before, total], counting);
  return { ...line, total: signedText(total, counting.decimals), taxes };
}

const discountIn = (goods: readonly Counted[]): bigint => sumOf(goods.map(({ subtotal, total }) => subtotal - total));

/** Coupons as they are after the change, and by how much the discount of the lines grows. */
function discountsOf(
  { edits, charges }: LinesDraft,
  goods: readonly Counted[],
  { order, decimals, nextId }: Counting & { readonly nextId: () => number },
) {
  const coupons = order.coupon_lines ?? [];
  const given = discountIn(linesAsTheyAre(order));
  const left = discountIn(goods);
  const follows = given > 0n && given === sumOf(coupons.map(({ discount }) => millionthsOf(discount)));
  const usual = (discount: bigint) => (follows ? shareOf(discount, [left, given], decimals) : discount);
  let change = 0n;
  const kept = coupons.flatMap((coupon) => {
    const { amount, isRemoved } = edits.coupon_lines.get(coupon.id) ?? {};
    const before = millionthsOf(coupon.discount);
    const follow = usual(before);
    const discount = isRemoved ? 0n : amount === undefined ? follow : readable(amountIn(amount));
    change += discount - follow;
    if (isRemoved) return [];
    if (discount === before) return [coupon];
    const tax = shareOf(millionthsOf(coupon.discount_tax), [discount, before], decimals);
    return [{ ...coupon, discount: signedText(discount, decimals), discount_tax: signedText(tax, decimals) }];
  });
  const added = charges.filter(({ list }) => list === 'coupon_lines');
  const made = added.map(({ name, amount }) => {
    const discount = readable(amountIn(amount));
    change += discount;
    const code = readable(name.trim() || undefined);
    return { id: nextId(), code, coupon_id: null, discount: signedText(discount, decimals), discount_tax: '0' };
  });
  return { coupons: [...kept, ...made], change };
}

const linesAsTheyAre = ({ lines }: Order): readonly Counted[] => lines.map((line) => ({ line, ...amountsOf(line) }));

/** Lines with a further discount spread over their totals; one that is taken back goes where it was given. */
function discounted(goods: readonly Counted[], change: bigint, counting: Counting): readonly OrderLine[] {
  const positive = (value: bigint) => (value > 0n ? value : 0n);
  const weights = goods.map(({ subtotal, total }) => positive(change > 0n ? total : subtotal - total));
  if (change > sumOf(weights)) throw new Unreadable();
  const isUnknown = sumOf(weights) === 0n;
  const shares = spread(change, isUnknown ? goods.map(({ total }) => positive(total)) : weights, counting.decimals);
  return goods.map(({ line, subtotal, total: before }, index) => {
    const total = before - (shares[index] ?? 0n);
    const whole = subtotal < total && before <= subtotal ? total : subtotal;
    const stated = amountsOf(line);
    const next = total === stated.total ? line : withTotal(line, total, counting);
    return whole === stated.subtotal ? next : { ...next, subtotal: signedText(whole, counting.decimals) };
  });
}
