import { type Order, type OrderStatus, orderStatuses, type StoredOrder } from '../../commerce/index.ts';
import type { Page } from '../../kernel/page.ts';
import type { ListInput, RecordInput } from '../../kernel/records/collection.ts';
import { resolved, type SentFilter } from '../../kernel/records/moments.ts';
import { type StatusTotals, statusTotals } from '../../kernel/records/status-totals.ts';
import { useCase } from '../../kernel/use-case.ts';
import { noSuchOrder } from '../errors.ts';
import type { OrderCountFilter, OrderFilter, OrdersPorts } from '../ports.ts';

/**
 * Reads one order with its refunds.
 * @throws DomainError `shop_rest_order_invalid_id`
 */
export const readOrder = useCase(
  { access: 'manage_store', effect: 'read', refusals: { 'not-found': ['shop_rest_order_invalid_id'] } },
  ({ orders }: OrdersPorts) =>
    async (_, { id }: RecordInput): Promise<StoredOrder> => {
      const stored = await orders.find(id);
      if (!stored) throw noSuchOrder();
      return stored;
    },
);

/** Lists orders, one page at a time. */
export const listOrders = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: OrdersPorts) =>
    async (_, { filter, page }: ListInput<OrderFilter>): Promise<Page<Order>> =>
      ports.orders.list(await resolved<OrderFilter>(ports, filter), page),
);

/** Input of `countOrders`. */
export interface CountOrdersInput {
  readonly filter: SentFilter<OrderCountFilter>;
}

/** Counts orders by status. */
export const countOrders = useCase(
  { access: 'manage_store', effect: 'read' },
  (ports: OrdersPorts) =>
    async (_, { filter }: CountOrdersInput): Promise<StatusTotals<OrderStatus>> =>
      statusTotals(orderStatuses, await ports.orders.countByStatus(await resolved<OrderCountFilter>(ports, filter))),
);
