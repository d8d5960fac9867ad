import type { OrderStatus } from '../commerce/index.ts';
import { type EventsOf, member, number, text } from '../kernel/events/event-declaration.ts';
import type { Amount } from '../kernel/numbers/amount.ts';

const orderId = number('Id of the order.');

/** Changes of orders, by whatever way they came. */
export const orderEvents = {
  'order.stored': {
    about:
      'An order was stored with its refunds, stock and facts: created, changed, imported, or a refund of it changed.',
    members: {
      orderId,
      status: member<OrderStatus>('OrderStatus', 'The status of the order.'),
      statusBefore: member<OrderStatus | null>('OrderStatus | null', 'The status before; null for a new order.'),
      customerId: member<number | null>('number | null', 'Id of the customer; null for a guest without one.'),
      total: member<Amount>('Amount', 'The total, in millionths of the currency.'),
      currency: text('The currency of the order.'),
    },
  },
  'order.deleted': {
    about: 'An order was deleted permanently; moving it to the trash is `order.stored`.',
    members: { orderId },
  },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof orderEvents> {}
}
