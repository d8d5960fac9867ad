import { type Route, route, section } from '../../interface/route.ts';
import {
  choice,
  dateTime,
  flag,
  id,
  integer,
  listOf,
  money,
  paging,
  pathId,
  quantity,
  record,
  sortBy,
  text,
  totalsByStatus,
} from '../../interface/schema.ts';
import {
  countItems,
  createItem,
  deleteItem,
  type ItemWithStock,
  linkProduct,
  listItemOperations,
  listItems,
  listProductLinks,
  lookUpItem,
  MOST_UNITS_PER_SALE,
  readItem,
  readStock,
  stockStatuses,
  unlinkProduct,
  updateItem,
} from '../index.ts';
import { itemSortFields } from '../ports.ts';
import { countedItemParams, itemCountFilter, itemFilter, itemFilterParams } from './filters.ts';
import { itemFields, locationCode, locationOf, managedItemFields } from './params.ts';
import { presentItem, presentItemWithStock, presentLink, presentOperation, presentStockLevel } from './presenters.ts';
import { nextOperations, operationListParams } from './routes.operations.ts';
import { itemShape, operationShape, productLinkShape, stockLevelShape } from './shapes.ts';

/** Version of the fields and of the stock: preconditions compare the first, caches both. */
const etag = ({ item }: ItemWithStock) => `${item.version}.${item.stockVersion}`;

export const itemRoutes: readonly Route[] = section(
  'Items',
  route({
    methods: ['GET'],
    path: '/items',
    summary: 'List items.',
    params: {
      ...paging,
      ...itemFilterParams,
      sort: sortBy(itemSortFields),
    },
    useCase: listItems,
    input: ({ page, perPage, sort, ...filter }) => ({ ...itemFilter(filter), page, perPage, ...(sort && { sort }) }),
    present: presentItem,
    returns: listOf(itemShape),
  }),
  route({
    methods: ['POST'],
    path: '/items',
    summary: 'Create an item; a quantity is recorded as its first receipt.',
    status: 201,
    params: {
      ...itemFields,
      name: { ...itemFields.name, required: true },
      quantity: quantity({ minimum: 0, description: 'What is there of it now.' }),
      initial_quantity: quantity({ minimum: 0, description: 'Another name of `quantity`.' }),
      location: locationCode,
      location_id: id(),
      unit_cost: money({ nullable: true, minimum: 0, description: 'Of the first receipt.' }),
    },
    ignores: [...managedItemFields, 'archived'],
    useCase: createItem,
    input: ({ location: code, locationId: id, ...given }) => {
      const location = locationOf({ code, id });
      return { ...given, ...(location && { location }) };
    },
    present: presentItemWithStock,
    location: ({ item }) => `/items/${item.id}`,
    etag,
    returns: itemShape,
  }),
  route({
    methods: ['GET'],
    path: '/items/totals',
    summary: 'Count items by stock status.',
    params: countedItemParams,
    useCase: countItems,
    input: itemCountFilter,
    present: (totals) => totals,
    returns: totalsByStatus('ItemTotals', stockStatuses),
  }),
  route({
    methods: ['GET'],
    path: '/items/lookup',
    summary: 'Find the item with exactly this sku or barcode.',
    params: { code: text({ required: true, maxLength: 64 }) },
    useCase: lookUpItem,
    present: presentItemWithStock,
    etag,
    returns: itemShape,
  }),
  route({
    methods: ['GET'],
    path: '/items/{id}',
    summary: 'Read an item with its balances.',
    params: { id: pathId },
    useCase: readItem,
    present: presentItemWithStock,
    etag,
    returns: itemShape,
  }),
  route({
    methods: ['PUT', 'PATCH'],
    path: '/items/{id}',
    summary: 'Change an item; members that are absent stay as they are.',
    versioned: true,
    params: {
      id: pathId,
      ...itemFields,
      archived: flag(),
      quantity: quantity({
        description: 'Only accepted when it is what it is already: record an operation to change it.',
      }),
      attributes_merge: record({ description: 'Attributes to set beside the others; null removes one.' }),
    },
    ignores: managedItemFields,
    useCase: updateItem,
    present: presentItemWithStock,
    etag,
    returns: itemShape,
  }),
  route({
    methods: ['DELETE'],
    path: '/items/{id}',
    summary: 'Remove an item without history, or archive one without stock.',
    status: 204,
    versioned: true,
    params: { id: pathId, force: flag({ description: 'Write remaining stock off first; for administrators.' }) },
    useCase: deleteItem,
  }),
  route({
    methods: ['GET'],
    path: '/items/{id}/stock',
    summary: 'Read balances by location, now or as they were.',
    params: {
      id: pathId,
      as_of: dateTime(),
      basis: choice(['recorded', 'occurred'], {
        default: 'recorded',
        description: 'Which time of the entries counts.',
      }),
    },
    useCase: readStock,
    present: (levels) => levels.map(presentStockLevel),
    returns: listOf(stockLevelShape),
  }),
  route({
    methods: ['GET'],
    path: '/items/{id}/operations',
    summary: 'List the operations of an item.',
    params: { id: pathId, ...operationListParams },
    useCase: listItemOperations,
    present: presentOperation,
    next: nextOperations,
    returns: listOf(operationShape),
  }),
);

const linkPath = '/product-links/{product_id}';

export const productLinkRoutes: readonly Route[] = section(
  'Product links',
  route({
    methods: ['GET'],
    path: '/product-links',
    summary: 'List the links between products of the shop and items; equal SKUs need none.',
    params: {
      ...paging,
      product_id: id({ description: 'Only that of this product or variation.' }),
      item_id: id({ description: 'Only those to this item.' }),
      effective: flag({
        description:
          'Also the items that count for products without a link: of the same SKU, or that of their product.',
      }),
    },
    useCase: listProductLinks,
    present: presentLink,
    returns: listOf(productLinkShape),
  }),
  route({
    methods: ['PUT'],
    path: linkPath,
    summary: 'Link a product or a variation to an item, in place of the link that it has.',
    params: {
      product_id: pathId,
      item_id: id({ required: true }),
      units_per_sale: integer({
        default: 1,
        minimum: 1,
        maximum: MOST_UNITS_PER_SALE,
        description: 'Units of the item per sold piece.',
      }),
    },
    useCase: linkProduct,
    present: presentLink,
    returns: productLinkShape,
  }),
  route({
    methods: ['DELETE'],
    path: linkPath,
    summary: 'Remove the link of a product or a variation; an item with the same SKU may still count as linked.',
    status: 204,
    params: { product_id: pathId },
    useCase: unlinkProduct,
  }),
);
