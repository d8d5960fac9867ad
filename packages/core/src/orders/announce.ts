import type { OrderChange } from '../commerce/index.ts';
import type { OrdersPorts } from './ports.ts';

/** Publishes the event of each stored or deleted order. */
export function announce({ events }: Pick<OrdersPorts, 'events'>, changes: readonly OrderChange[]): void {
  for (const { before, order } of changes) {
    if (order) {
      const { id: orderId, status, customerId, total, currency } = order;
      const statusBefore = before?.order.status ?? null;
      events.publish({ type: 'order.stored', orderId, status, statusBefore, customerId, total, currency });
    } else if (before) events.publish({ type: 'order.deleted', orderId: before.order.id });
  }
}
