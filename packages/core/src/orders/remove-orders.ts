import { customersOfChanges, type Refund, type StoredOrder } from '../commerce/index.ts';
import type { Actor } from '../kernel/actor.ts';
import { announce } from './announce.ts';
import type { OrdersPorts } from './ports.ts';
import { writeFacts } from './write-facts.ts';

/**
 * Deletes a locked order with its refunds, stock movements and facts, inside the surrounding unit of work. A customer
 * left without orders is deleted too (docs/spec/analytics.md 2.3), with the mails to that address.
 */
export async function removeOrder(ports: OrdersPorts, stored: StoredOrder, actor: Actor): Promise<void> {
  const { orders, customers, orderFacts } = ports;
  const changes = [{ before: stored, order: undefined, refunds: [] }];
  const customerIds = customersOfChanges(changes);
  await orderFacts.holdCustomers(customerIds);
  await ports.orderStock?.apply(changes, actor);
  await writeFacts(ports, changes);
  await orders.remove([stored.order.id]);
  announce(ports, changes);
  const left = await customers.withoutOrders(customerIds);
  if (left.length === 0) return;
  await orderFacts.forgetCustomers(left);
  for (const id of left) {
    const { email = null, accountId: userId = null } = (await customers.find(id)) ?? {};
    await ports.mailLog.erase({ email, userId });
  }
  await customers.remove(left);
}

/** A refund with its locked order. */
export interface RefundPlace {
  readonly stored: StoredOrder;
  readonly refund: Refund;
}

/** Deletes one refund of a locked order and rewrites the facts of the order. */
export async function removeRefund(ports: OrdersPorts, { stored, refund }: RefundPlace, actor: Actor): Promise<void> {
  const refunds = stored.refunds.filter(({ id }) => id !== refund.id);
  const bundle = { before: stored, order: stored.order, refunds, written: [], isSent: false, isNamed: false };
  await ports.orderFacts.holdCustomers(customersOfChanges([bundle]));
  const [stock] = (await ports.orderStock?.apply([bundle], actor)) ?? [];
  if (stock) await ports.orders.saveOrders([{ ...stored, stock }]);
  await ports.orders.remove([refund.id]);
  await writeFacts(ports, [bundle]);
  announce(ports, [bundle]);
}
