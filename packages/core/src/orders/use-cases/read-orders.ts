import type { Page } from '../../kernel/page.ts';
import type { ListInput, RecordInput } from '../../kernel/records/collection.ts';
import { resolved } from '../../kernel/records/moments.ts';
import { query } from '../../kernel/use-case.ts';
import { noSuchOrder } from '../errors.ts';
import type { Order } from '../order.ts';
import type { OrderFilter, OrdersPorts, StoredOrder } from '../ports.ts';

/**
 * Reads one order with its refunds.
 * @throws DomainError `shop_rest_order_invalid_id`
 */
export const readOrder = query(
  'manage_store',
  ({ orders }: OrdersPorts) =>
    async (_, { id }: RecordInput): Promise<StoredOrder> => {
      const stored = await orders.find(id);
      if (!stored) throw noSuchOrder();
      return stored;
    },
);

/** Lists orders, a page at a time. */
export const listOrders = query(
  'manage_store',
  (ports: OrdersPorts) =>
    async (_, { filter, page }: ListInput<OrderFilter>): Promise<Page<Order>> =>
      ports.orders.list(await resolved<OrderFilter>(ports, filter), page),
);
