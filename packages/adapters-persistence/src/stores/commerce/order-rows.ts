import type { LineStock, Order, OrderStatus, Refund, StoredOrder } from '@backroom/core/commerce';
import { indexedSearchText, searchText } from '../search.ts';
import type { RecordTable } from './record-queries.ts';

type OrderColumn =
  | 'id'
  | 'number'
  | 'status'
  | 'currency'
  | 'customerId'
  | 'userId'
  | 'createdAt'
  | 'paidAt'
  | 'completedAt'
  | 'modifiedAt'
  | 'test';
/** Members without columns of their own: no list filters or sorts by them. */
type OrderDocument = Omit<Order, OrderColumn>;
type RefundDocument = Omit<Refund, 'id' | 'orderId' | 'createdAt'>;

export interface OrderRecord {
  readonly id: number;
  readonly number: string | null;
  readonly status: OrderStatus;
  readonly currency: string;
  readonly customer_id: number | null;
  readonly user_id: number | null;
  readonly created_at: Date;
  readonly paid_at: Date | null;
  readonly completed_at: Date | null;
  readonly modified_at: Date;
  readonly is_test: boolean;
  readonly document: OrderDocument;
}

/** An order with its refunds, stock movements and version. */
export interface StoredOrderRecord extends OrderRecord {
  readonly stock: readonly LineStock[] | null;
  readonly status_before_trash: OrderStatus | null;
  readonly version: number;
  /** By creation time; `at` in milliseconds since the epoch. */
  readonly refunds: readonly { readonly id: number; readonly at: number; readonly document: RefundDocument }[] | null;
}

export interface RefundRecord {
  readonly id: number;
  readonly order_id: number;
  readonly created_at: Date;
  readonly document: RefundDocument;
}

const orderColumns = `r.id, r.number, r.status, r.currency, r.customer_id, r.user_id, r.created_at, r.paid_at, r.completed_at,
  r.modified_at, r.is_test, r.document`;

/** Queries for orders in lists, without refunds. */
export const orderTable: RecordTable<OrderRecord, Order> = {
  table: 'shop_order',
  columns: orderColumns,
  created: 'created_at',
  modified: 'modified_at',
  counted: 'shop_order_id where not is_refund',
  toRecord: toOrder,
};

/** Queries for orders with refunds, stock and version. */
export const storedOrderTable: RecordTable<StoredOrderRecord, StoredOrder> = {
  ...orderTable,
  columns: `${orderColumns}, r.stock, r.status_before_trash, r.version, (
    select json_agg(json_build_object('id', f.id, 'at', floor(extract(epoch from f.created_at) * 1000), 'document', f.document)
      order by f.created_at, f.id)
    from shop_refund f where f.order_id = r.id) as refunds`,
  toRecord: toStoredOrder,
};

/** Queries for refunds; they are immutable, so their modification time is that of their creation. */
export const refundTable: RecordTable<RefundRecord, Refund> = {
  table: 'shop_refund',
  columns: 'r.id, r.order_id, r.created_at, r.document',
  created: 'created_at',
  modified: 'created_at',
  toRecord: ({ id, order_id, created_at, document }) => ({ id, orderId: order_id, createdAt: created_at, ...document }),
};

function toOrder(row: OrderRecord): Order {
  return {
    id: row.id,
    number: row.number,
    status: row.status,
    currency: row.currency,
    customerId: row.customer_id,
    userId: row.user_id,
    createdAt: row.created_at,
    paidAt: row.paid_at,
    completedAt: row.completed_at,
    modifiedAt: row.modified_at,
    test: row.is_test,
    ...row.document,
  };
}

function toStoredOrder(row: StoredOrderRecord): StoredOrder {
  return {
    order: toOrder(row),
    refunds: (row.refunds ?? []).map(({ id, at, document }) => ({
      id,
      orderId: row.id,
      createdAt: new Date(at),
      ...document,
    })),
    stock: row.stock ?? [],
    statusBeforeTrash: row.status_before_trash,
    version: row.version,
  };
}

export const toOrderRow = ({ order, stock, statusBeforeTrash, version }: Omit<StoredOrder, 'refunds'>) => ({
  id: order.id,
  version,
  number: order.number,
  status: order.status,
  currency: order.currency,
  customer_id: order.customerId,
  user_id: order.userId,
  created_at: order.createdAt,
  paid_at: order.paidAt,
  completed_at: order.completedAt,
  modified_at: order.modifiedAt,
  is_test: order.test,
  search_text: indexedSearchText(
    order.number ?? String(order.id),
    `${order.billing.firstName} ${order.billing.lastName}`,
    order.billing.email,
  ),
  document: documentOfOrder(order),
  stock: stock.length > 0 ? stock : null,
  status_before_trash: statusBeforeTrash,
});

const documentOfOrder = (order: Order): OrderDocument => ({
  billing: order.billing,
  shipping: order.shipping,
  total: order.total,
  totalTax: order.totalTax,
  shippingTotal: order.shippingTotal,
  shippingTax: order.shippingTax,
  discountTotal: order.discountTotal,
  lines: order.lines,
  shippingLines: order.shippingLines,
  feeLines: order.feeLines,
  couponLines: order.couponLines,
  taxLines: order.taxLines,
  source: order.source,
});

export const toRefundRow = (refund: Refund) => ({
  id: refund.id,
  order_id: refund.orderId,
  created_at: refund.createdAt,
  search_text: searchText(String(refund.id), refund.reason),
  document: documentOfRefund(refund),
});

const documentOfRefund = (refund: Refund): RefundDocument => ({
  amount: refund.amount,
  reason: refund.reason,
  kind: refund.kind,
  total: refund.total,
  totalTax: refund.totalTax,
  shippingTotal: refund.shippingTotal,
  restock: refund.restock,
  lines: refund.lines,
  shippingLines: refund.shippingLines,
  feeLines: refund.feeLines,
  taxLines: refund.taxLines,
});
