import { choice, flag, integer, listOf, money, namedObject, quantity, record, text } from '../../interface/schema.ts';
import type { Schema } from '../../kernel/schema.ts';
import { stockStatuses } from '../item.ts';
import { operationSources, operationTypes } from '../operation.ts';
import { linkOrigins } from '../shop/ports.ts';

const moment = text({ format: 'date-time' });

export const stockLevelShape = namedObject('StockLevel', {
  location_id: integer(),
  location: text(),
  quantity: quantity(),
});

export const itemShape = namedObject('Item', {
  id: integer(),
  sku: text(),
  name: text(),
  description: text({ nullable: true }),
  category_id: integer({ nullable: true }),
  unit: text(),
  quantity_decimals: integer(),
  quantity: quantity({ description: 'On hand over all locations: the sum of the ledger.' }),
  reserved: quantity({ description: 'Held by open orders.' }),
  available: quantity({ description: 'On hand less reserved.' }),
  reorder_level: quantity({ nullable: true }),
  stock_status: choice(stockStatuses),
  default_location_id: integer(),
  barcode: text({ nullable: true }),
  price: money({ nullable: true }),
  cost: money({ nullable: true }),
  allow_negative: flag(),
  attributes: record(),
  archived: flag(),
  created_by: integer({ nullable: true }),
  created_at: moment,
  updated_at: moment,
  version: integer(),
  stock: listOf(stockLevelShape, { required: false, description: 'Balances that are not zero; on single items.' }),
});

const categoryMembers = {
  id: integer(),
  name: text(),
  parent_id: integer({ nullable: true }),
  description: text({ nullable: true }),
  position: integer(),
  path: listOf(namedObject('CategoryReference', { id: integer(), name: text() })),
  depth: integer(),
  item_count: integer(),
  total_item_count: integer(),
  created_at: moment,
  updated_at: moment,
  version: integer(),
} as const;

export const categoryShape = namedObject('Category', categoryMembers);

/** A category with its descendants. */
export const categoryBranchShape: Schema = namedObject('CategoryBranch', {
  ...categoryMembers,
  children: {
    type: 'array',
    get items(): Schema {
      return categoryBranchShape;
    },
  },
});

export const locationShape = namedObject('Location', {
  id: integer(),
  code: text(),
  name: text(),
  parent_id: integer({ nullable: true }),
  archived: flag(),
  created_at: moment,
  updated_at: moment,
  version: integer(),
});

export const operationShape = namedObject('Operation', {
  id: integer(),
  type: choice(operationTypes),
  item_id: integer(),
  sku: text(),
  item_name: text(),
  quantity: quantity(),
  delta: quantity(),
  location_id: integer(),
  location: text(),
  to_location_id: integer({ nullable: true }),
  to_location: text({ nullable: true }),
  balance_before: quantity(),
  balance_after: quantity(),
  to_balance_after: quantity({ nullable: true }),
  item_balance_after: quantity(),
  user_id: integer(),
  username: text(),
  unit_cost: money({ nullable: true }),
  reason: text({ nullable: true }),
  note: text({ nullable: true }),
  reference: namedObject(
    'OperationReference',
    { type: text(), id: text(), line: text({ nullable: true }) },
    { nullable: true },
  ),
  occurred_at: moment,
  recorded_at: moment,
  reverses_id: integer({ nullable: true }),
  reversed_by_id: integer({ nullable: true }),
  group_id: text({ nullable: true }),
  source: choice(operationSources),
  idempotency_key: text({ nullable: true, description: 'Shown to its author and administrators.' }),
});

export const summaryRowShape = namedObject('OperationSummary', {
  interval: text({ description: 'First day of the interval, in UTC.' }),
  type: choice(operationTypes),
  item_id: integer({ nullable: true }),
  category_id: integer({ nullable: true }),
  in: quantity(),
  out: quantity(),
  net: quantity(),
  count: integer(),
});

export const productLinkShape = namedObject('ProductLink', {
  product_id: integer({ description: 'The product or the variation.' }),
  parent_id: integer({ nullable: true, description: 'The product of a variation.' }),
  product_name: text(),
  product_sku: text({ nullable: true }),
  item_id: integer(),
  item_name: text(),
  item_sku: text(),
  units_per_sale: integer({ description: 'Units of the item per sold piece.' }),
  origin: choice(linkOrigins, {
    description: 'Set for the product (`link`), by an equal SKU, or taken from the product of a variation.',
  }),
});
