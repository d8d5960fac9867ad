import { taxRateKey } from '../../commerce/index.ts';
import type { Money } from '../../kernel/numbers/decimal.ts';
import { sumOf } from './fact-context.ts';
import type { FactRows, LineFact, OrderFact, TaxFact } from './facts.ts';

type OrderSums = Pick<OrderFact, 'items' | 'tax' | 'shipping' | 'net'>;

/**
 * Facts of a full refund without lines: the negated remainder of the order (docs/spec/analytics.md 2.2), so that order
 * and refunds sum to zero.
 */
export function rowsOfFullRefund(
  refund: Pick<OrderFact, 'orderId' | 'total'>,
  order: FactRows,
  earlier: readonly FactRows[],
): Pick<FactRows, 'lines' | 'taxes'> & { readonly sums: OrderSums } {
  const left = (member: keyof OrderSums) => order.order[member] + sumOf(earlier, (rows) => rows.order[member]);
  return {
    sums: {
      items: -left('items') || 0,
      tax: -left('tax') || 0,
      shipping: -left('shipping') || 0,
      net: -left('net') || 0,
    },
    lines: linesLeft(
      refund.orderId,
      order.lines,
      earlier.flatMap(({ lines }) => lines),
    ),
    taxes: taxesLeft(
      refund.orderId,
      order.taxes,
      earlier.flatMap(({ taxes }) => taxes),
    ),
  };
}

const lineMembers = ['quantity', 'net', 'tax', 'shipping', 'shippingTax'] as const;
type LineSums = Record<(typeof lineMembers)[number], number>;

/**
 * Refunds name the product but not always the line, so refunded quantities are taken from the product's lines in order.
 */
function linesLeft(refundId: number, lines: readonly LineFact[], refunded: readonly LineFact[]): readonly LineFact[] {
  const pools = new Map<string, LineSums>();
  for (const line of refunded) {
    const pool = pools.get(keyOf(line)) ?? { quantity: 0, net: 0, tax: 0, shipping: 0, shippingTax: 0 };
    for (const member of lineMembers) pool[member] -= line[member];
    pools.set(keyOf(line), pool);
  }
  const lasts = new Map(lines.map((line) => [keyOf(line), line.itemId]));
  return lines.flatMap((line) => {
    const pool = pools.get(keyOf(line));
    const isLast = lasts.get(keyOf(line)) === line.itemId;
    const left = Object.fromEntries(
      lineMembers.map((member) => [member, line[member] - takeFrom(pool, member, isLast ? undefined : line[member])]),
    ) as LineSums;
    if (lineMembers.every((member) => left[member] === 0)) return [];
    return [negativeLine(refundId, line, left)];
  });
}

const keyOf = ({ productId, variationId }: LineFact): string => `${productId} ${variationId}`;

/** Takes up to `bound` from the pool; everything without a bound. */
function takeFrom<K extends string>(pool: Record<K, number> | undefined, member: K, bound: number | undefined): number {
  if (!pool) return 0;
  const taken = bound === undefined ? pool[member] : Math.min(pool[member], bound);
  pool[member] -= taken;
  return taken;
}

function negativeLine(refundId: number, line: LineFact, left: LineSums): LineFact {
  return {
    orderId: refundId,
    itemId: line.itemId,
    productId: line.productId,
    variationId: line.variationId,
    quantity: -left.quantity || 0,
    net: -left.net || 0,
    gross: -(left.net + left.tax + left.shipping + left.shippingTax) || 0,
    coupon: 0,
    tax: -left.tax || 0,
    shipping: -left.shipping || 0,
    shippingTax: -left.shippingTax || 0,
    isRefund: true,
    isFirstOfProduct: false,
    isFirstOfVariation: false,
    attributes: {},
  };
}

const taxMembers = ['orderTax', 'shippingTax', 'taxable'] as const;
type TaxSums = Record<(typeof taxMembers)[number], Money>;

function taxesLeft(refundId: number, taxes: readonly TaxFact[], refunded: readonly TaxFact[]): readonly TaxFact[] {
  const pools = new Map<string, TaxSums>();
  for (const tax of refunded) {
    const pool = pools.get(taxRateKey(tax)) ?? { orderTax: 0, shippingTax: 0, taxable: 0 };
    for (const member of taxMembers) pool[member] -= tax[member];
    pools.set(taxRateKey(tax), pool);
  }
  const lasts = new Map(taxes.map((tax) => [taxRateKey(tax), tax.taxLineId]));
  return taxes.map((tax) => {
    const isLast = lasts.get(taxRateKey(tax)) === tax.taxLineId;
    const minus = (member: keyof TaxSums) =>
      -(tax[member] - takeFrom(pools.get(taxRateKey(tax)), member, isLast ? undefined : tax[member])) || 0;
    const orderTax = minus('orderTax');
    const shippingTax = minus('shippingTax');
    const taxable = minus('taxable');
    return { ...tax, orderId: refundId, orderTax, shippingTax, taxable, isRefund: true, isFirstOfRate: false };
  });
}
