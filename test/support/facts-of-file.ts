import { type FactRows, factsOfOrder } from '@backroom/core/analytics';
import { type Coupon, couponRecord, type Order, orderRecord, refundRecord } from '@backroom/core/commerce';
import { assemble, createZone, HeldOrders, readRecord } from '../core/internals.ts';
import type { Oracle, OracleRow } from './facts-by-words.ts';

type Json = Readonly<Record<string, unknown>>;

/** The facts that the system makes of a file whose orders name their customers, by the names of the specification. */
export function factsOfFile(text: string): Oracle {
  const records = text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Json);
  const read = <T>(kind: string, schema: Parameters<typeof readRecord<T>>[0]): readonly T[] =>
    records.filter((each) => each.kind === kind).map(({ kind: _, ...record }) => valueIn(readRecord(schema, record)));
  const coupons: readonly Coupon[] = read('coupon', couponRecord);
  const bundles = assemble(
    { orders: read('order', orderRecord), refunds: read('refund', refundRecord) },
    {
      held: new HeldOrders([]),
      rates: new Map(),
      couponIds: new Map(coupons.map(({ code, id }) => [code.toLowerCase(), id])),
      customerIds: new Map(),
    },
  );
  const context = { settings: { priceDecimals: 2, roundTaxAtSubtotal: false }, zone: createZone('UTC') };
  return inWords(
    bundles.flatMap(({ order, refunds }) => factsOfOrder({ order, refunds, customerId: customerOf(order) }, context)),
  );
}

const customerOf = ({ id, customerId }: Order): number => {
  if (customerId === null) throw new Error(`Order ${id} names no customer.`);
  return customerId;
};

function valueIn<T>(read: object): T {
  if ('value' in read) return read.value as T;
  throw new Error(JSON.stringify(read));
}

/** Facts by the names of the specification. */
export function inWords(rows: readonly FactRows[]): Oracle {
  const byKey = <T>(list: readonly T[], key: (each: T) => string, row: (each: T) => OracleRow) =>
    new Map(list.map((each) => [key(each), row(each)]));
  return {
    orders: new Map(rows.map(({ order }) => [order.orderId, orderInWords(order)])),
    lines: byKey(
      rows.flatMap(({ lines }) => lines),
      ({ orderId, itemId }) => `${orderId} ${itemId}`,
      lineInWords,
    ),
    coupons: byKey(
      rows.flatMap(({ coupons }) => coupons),
      ({ orderId, couponId }) => `${orderId} ${couponId}`,
      ({ orderId, couponId, amount }) => ({ order_id: orderId, coupon_id: couponId, discount_amount: amount }),
    ),
    taxes: byKey(
      rows.flatMap(({ taxes }) => taxes),
      ({ orderId, taxLineId }) => `${orderId} ${taxLineId}`,
      (tax) => ({
        order_id: tax.orderId,
        tax_line_id: tax.taxLineId,
        tax_rate_id: tax.rateId,
        rate_code: tax.rateCode,
        order_tax: tax.orderTax,
        shipping_tax: tax.shippingTax,
        taxable_amount: tax.taxable,
      }),
    ),
  };
}

const orderInWords = (fact: FactRows['order']): OracleRow => ({
  order_id: fact.orderId,
  parent_id: fact.parentId,
  date_created: fact.created,
  date_paid: fact.paid,
  date_completed: fact.completed,
  status: fact.status,
  customer_id: fact.customerId,
  num_items_sold: fact.items,
  total_sales: fact.total,
  tax_total: fact.tax,
  shipping_total: fact.shipping,
  net_total: fact.net,
});

const lineInWords = (fact: FactRows['lines'][number]): OracleRow => ({
  order_id: fact.orderId,
  order_item_id: fact.itemId,
  product_id: fact.productId,
  variation_id: fact.variationId,
  product_qty: fact.quantity,
  product_net_revenue: fact.net,
  product_gross_revenue: fact.gross,
  coupon_amount: fact.coupon,
  tax_amount: fact.tax,
  shipping_amount: fact.shipping,
  shipping_tax_amount: fact.shippingTax,
});
