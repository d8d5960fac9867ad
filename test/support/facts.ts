import type { FactRows, LineFact, LocalTime, TaxFact } from '@backroom/core/analytics';
import type { OrderStatus } from '@backroom/core/commerce';

/** A calendar day, as a number of days after the first of 2024. */
export const dayAfter = (days: number): string => new Date(Date.UTC(2024, 0, 1 + days)).toISOString().slice(0, 10);

/** An order or refund in few words; what is missing is nothing. */
export interface FactSketch {
  readonly id: number;
  readonly parentId?: number;
  readonly customerId: number;
  readonly status?: OrderStatus;
  readonly created: LocalTime;
  readonly paid?: LocalTime | null;
  readonly completed?: LocalTime | null;
  /** Product, variation, quantity and net. */
  readonly lines?: readonly (readonly [productId: number, variationId: number, quantity: number, net: number])[];
  readonly coupons?: readonly (readonly [couponId: number, amount: number])[];
  /** Rate, code and tax. */
  readonly taxes?: readonly (readonly [rateId: number, rateCode: string, orderTax: number])[];
  readonly shipping?: number;
}

/** The facts of a sketched order; its clock shows UTC. */
export function factRows(sketch: FactSketch): FactRows {
  const { id, parentId = 0, customerId, status = 'completed', created, shipping = 0 } = sketch;
  const { paid = created, completed = null, coupons = [] } = sketch;
  const lines = linesOf(sketch);
  const taxes = taxesOf(sketch);
  const sum = (values: readonly number[]) => values.reduce((all, each) => all + each, 0);
  const [net, tax] = [sum(lines.map((line) => line.net)), sum(taxes.map(({ orderTax }) => orderTax))];
  return {
    order: {
      ...{ orderId: id, parentId, customerId, status, created, paid, completed },
      createdUtc: new Date(`${created.replace(' ', 'T')}Z`),
      items: sum(lines.map(({ quantity }) => quantity)),
      ...{ total: net + tax + shipping, tax, shipping, net },
      coupon: sum(coupons.map(([, amount]) => amount)),
      ...{ hasLines: lines.length > 0, hasCoupon: coupons.length > 0, hasTax: taxes.length > 0 },
    },
    lines,
    coupons: coupons.map(([couponId, amount]) => ({ orderId: id, couponId, code: `code "${couponId}"`, amount })),
    taxes,
  };
}

function linesOf({ id, parentId = 0, lines = [] }: FactSketch): readonly LineFact[] {
  return lines.map(([productId, variationId, quantity, net], index) => ({
    ...{ orderId: id, itemId: id * 10 + index, productId, variationId, quantity, net, gross: net },
    ...{ coupon: 0, tax: 0, shipping: 0, shippingTax: 0, isRefund: parentId > 0 },
    isFirstOfProduct: parentId === 0 && lines.findIndex(([product]) => product === productId) === index,
    isFirstOfVariation:
      parentId === 0 &&
      lines.findIndex(([product, variation]) => product === productId && variation === variationId) === index,
    attributes: variationId > 0 ? { pa_size: 'large', 'it\'s "odd", {a\\b}': 'ü, {1}' } : {},
  }));
}

function taxesOf({ id, parentId = 0, taxes = [] }: FactSketch): readonly TaxFact[] {
  return taxes.map(([rateId, rateCode, orderTax], index) => ({
    ...{ orderId: id, taxLineId: id * 10 + index, rateId, rateCode, label: 'VAT', country: 'DE', state: '' },
    ...{ priority: 1, percent: 19_000_000, orderTax, shippingTax: 7, taxable: orderTax * 5, isRefund: parentId > 0 },
    isFirstOfRate: parentId === 0 && taxes.findIndex(([rate]) => rate === rateId) === index,
  }));
}

/** The ids of orders and refunds, in the order of their rows. */
export const orderIdsOf = (rows: readonly FactRows[]): number[] => rows.map(({ order }) => order.orderId);

/** Numbers that are the same each time. */
export function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

const statuses: readonly OrderStatus[] = [
  'completed',
  'completed',
  'processing',
  'pending',
  'refunded',
  'trash',
  'on-hold',
];

/** An order with its refunds, made up. */
export function madeUp(roll: (sides: number) => number, id: number, customers: number): readonly FactRows[] {
  const time = () =>
    `${dayAfter(roll(500))} ${String(roll(24)).padStart(2, '0')}:${String(roll(60)).padStart(2, '0')}:00`;
  const some = <T>(most: number, make: () => T): T[] => Array.from({ length: roll(most + 1) }, make);
  const both = { customerId: 1 + roll(customers), status: statuses[roll(statuses.length)] as OrderStatus };
  const order = factRows({
    ...{ id, ...both, created: time(), shipping: roll(5) * 1_000 },
    paid: roll(4) === 0 ? null : time(),
    completed: roll(3) === 0 ? null : time(),
    lines: some(3, () => [1 + roll(4), roll(3), 1 + roll(5), roll(90_000)]),
    coupons: some(1, () => [1 + roll(3), roll(5_000)]),
    taxes: some(3, () => [roll(2), ['DE-VAT-1', 'US-1'][roll(2)] as string, roll(9_000)]),
  });
  const refunds = some(2, () => 0).map((_, index) => {
    const created = time();
    const lines = some(1, () => [1 + roll(4), roll(3), -1 - roll(3), -roll(40_000)] as const);
    const taxes = some(1, () => [roll(2), 'DE-VAT-1', -roll(4_000)] as const);
    return factRows({ id: id + 1 + index, parentId: id, ...both, created, completed: created, lines, taxes });
  });
  return [order, ...refunds];
}
