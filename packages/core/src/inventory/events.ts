import { type EventsOf, member, number, optional } from '../kernel/events/event-declaration.ts';
import type { Operation } from './operation.ts';

const itemId = number('Id of the item.');
const operation = member<Operation>('Operation', 'The recorded operation.');

/** Changes of items, their stock and the ledger. */
export const inventoryEvents = {
  'item.created': { about: 'An item was created.', members: { itemId } },
  'item.updated': { about: 'An item was changed.', members: { itemId } },
  'item.deleted': { about: 'An item was deleted.', members: { itemId } },
  'operation.recorded': { about: 'An operation was appended to the ledger.', members: { operation } },
  'stock.changed': {
    about: 'The balance, the reserved quantity or the link of an item changed, or the stock field of a product.',
    members: {
      itemId: optional(itemId),
      productId: optional(number('Id of the product whose own stock field changed.')),
      userId: optional(number('Id of the account that synchronised the product.')),
    },
  },
  'stock.low': {
    about: 'Stock fell to the reorder level of an item, or to the low-stock amount of a product.',
    members: {
      operation: optional(member<Operation>('Operation', 'The operation that took the stock of an item down.')),
      productId: optional(number('Id of the product.')),
    },
  },
  'stock.negative': { about: 'An operation left a balance below zero.', members: { operation } },
  'stock.synced': {
    about: 'A stock synchronisation ended.',
    members: {
      updated: number('Number of lines that changed stock.'),
      skipped: number('Number of lines that changed nothing.'),
      failed: number('Number of refused lines.'),
    },
  },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof inventoryEvents> {}
}
