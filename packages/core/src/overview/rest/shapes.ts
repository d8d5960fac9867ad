import { choice, dateTime, flag, integer, listOf, namedObject, objectOf, text } from '../../interface/schema.ts';
import { attentionNames } from '../index.ts';

const found = (members: Parameters<typeof objectOf>[0]) => listOf(objectOf(members), { required: false });

/** What a search found, as published. */
export const foundShape = namedObject('Found', {
  orders: found({
    id: integer(),
    number: text({ nullable: true }),
    status: text(),
    created_at: dateTime(),
    total: text({ description: 'A decimal text, as in the order.' }),
    currency: text(),
    customer_id: integer({ nullable: true }),
    name: text(),
    email: text(),
  }),
  customers: found({
    id: integer(),
    name: text(),
    email: text({ nullable: true }),
    username: text({ nullable: true }),
  }),
  products: found({
    id: integer(),
    product_id: integer({ nullable: true, description: 'The product of a variation.' }),
    name: text(),
    sku: text({ nullable: true }),
    status: text(),
  }),
  items: found({ id: integer(), sku: text(), name: text(), barcode: text({ nullable: true }), archived: flag() }),
});

/** What wants attention, as published. */
export const attentionShape = namedObject('Attention', {
  lines: listOf(
    objectOf({
      name: choice(attentionNames),
      count: integer({ minimum: 1 }),
      is_capped: flag({ description: 'Whether there are that many or more.' }),
      since: dateTime({ nullable: true, description: 'Of `ledger_differs`: when the ledger was verified last.' }),
    }),
  ),
});
