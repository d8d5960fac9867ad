import type { Order, Refund } from '../../commerce/index.ts';
import { byCreation, type CountedOrder, exact, type FactContext, isLumpOfAll, sumOf } from './fact-context.ts';
import type { CouponFact, FactRows, OrderFact } from './facts.ts';
import { rowsOfFullRefund } from './full-refund.ts';
import { linesOfOrder, linesOfRefund } from './line-facts.ts';
import { taxesOfOrder, taxesOfRefund } from './tax-facts.ts';

/**
 * Facts of an order and of its refunds (docs/spec/analytics.md 2.2): the order first, then the refunds, oldest first.
 * Test orders have none.
 */
export function factsOfOrder(counted: CountedOrder, context: FactContext): readonly FactRows[] {
  if (counted.order.test) return [];
  const order = rowsOfOrder(counted, context);
  const refunds = counted.refunds.toSorted(byCreation);
  // Refunds of the remaining amount come last, so that order and refunds together never sum below zero.
  const lumps = refunds.filter((refund) => isLumpOfAll(refund, counted));
  const rows = new Map<number, FactRows>();
  for (const refund of refunds)
    if (!lumps.includes(refund)) rows.set(refund.id, rowsOfRefund(refund, counted, context));
  for (const refund of lumps) {
    const bare = rowsOfRefund(refund, counted, context);
    const { sums, lines, taxes } = rowsOfFullRefund(bare.order, order, [...rows.values()]);
    const flags = { hasLines: lines.length > 0, hasTax: taxes.length > 0 };
    rows.set(refund.id, { ...bare, order: { ...bare.order, ...sums, ...flags }, lines, taxes });
  }
  return [order, ...refunds.flatMap(({ id }) => rows.get(id) ?? [])];
}

function rowsOfOrder({ order, customerId }: CountedOrder, context: FactContext): FactRows {
  const { zone } = context;
  const lines = linesOfOrder(order, context);
  const taxes = taxesOfOrder(order);
  const coupons = couponsOf(order);
  const local = (moment: Date | null) => (moment === null ? null : zone.toLocal(moment));
  return {
    order: {
      orderId: order.id,
      parentId: 0,
      createdUtc: order.createdAt,
      created: zone.toLocal(order.createdAt),
      paid: local(order.paidAt),
      completed: local(order.completedAt),
      status: order.status,
      customerId,
      items: sumOf(order.lines, ({ quantity }) => quantity),
      ...amountsOf(order),
      coupon: sumOf(coupons, ({ amount }) => amount),
      hasLines: lines.length > 0,
      hasCoupon: coupons.length > 0,
      hasTax: taxes.length > 0,
    },
    lines,
    coupons,
    taxes,
  };
}

function rowsOfRefund(refund: Refund, { order, customerId }: CountedOrder, context: FactContext): FactRows {
  const lines = linesOfRefund(refund, context);
  const taxes = taxesOfRefund(refund);
  const created = context.zone.toLocal(refund.createdAt);
  return {
    order: {
      orderId: refund.id,
      parentId: order.id,
      createdUtc: refund.createdAt,
      created,
      paid: created,
      completed: created,
      status: order.status,
      customerId,
      items: sumOf(refund.lines, ({ quantity }) => quantity),
      ...amountsOf(refund),
      coupon: 0,
      hasLines: lines.length > 0,
      hasCoupon: false,
      hasTax: taxes.length > 0,
    },
    lines,
    coupons: [],
    taxes,
  };
}

function amountsOf(
  record: Pick<Order | Refund, 'total' | 'totalTax' | 'shippingTotal'>,
): Pick<OrderFact, 'total' | 'tax' | 'shipping' | 'net'> {
  const total = exact(record.total);
  const tax = exact(record.totalTax);
  const shipping = exact(record.shippingTotal);
  return { total, tax, shipping, net: total - tax - shipping };
}

/** One fact per coupon; unknown coupons get negative ids. */
function couponsOf({ id, couponLines }: Order): readonly CouponFact[] {
  const facts = new Map<string, CouponFact>();
  let unknown = 0;
  for (const { couponId, code, discount } of couponLines) {
    const key = couponId === null ? `code ${code.toLowerCase()}` : `id ${couponId}`;
    const known = facts.get(key);
    if (!known && couponId === null) unknown += 1;
    facts.set(key, {
      orderId: id,
      couponId: known?.couponId ?? couponId ?? -unknown,
      code: known?.code ?? code,
      amount: (known?.amount ?? 0) + exact(discount),
    });
  }
  return [...facts.values()];
}
