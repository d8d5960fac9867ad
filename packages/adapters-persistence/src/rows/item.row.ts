import { defineEntity, p } from '@mikro-orm/core';
import { searchIndexes } from '../stores/overview/search-indexes.ts';
import { accountKey } from './account-key.ts';
import { CategoryRow } from './category.row.ts';
import { LocationRow } from './location.row.ts';

const quantity = () => p.decimal('string').precision(15).scale(4);

/** Master data of an item, without its stock. */
export const ItemRow = defineEntity({
  name: 'Item',
  tableName: 'item',
  properties: {
    id: p.integer().primary().autoincrement().generated('by default as identity'),
    sku: p.string().length(64),
    skuKey: p.string().length(80).collation('C'),
    name: p.string().length(200),
    nameKey: p.string().length(300).collation('C'),
    searchText: p.text(),
    description: p.text().nullable(),
    category: () =>
      p
        .manyToOne(CategoryRow)
        .nullable()
        .deleteRule('no action')
        .updateRule('no action')
        .foreignKeyName('item_category_id_fkey'),
    unit: p.string().length(16),
    reorderLevel: quantity().nullable(),
    defaultLocation: () =>
      p
        .manyToOne(LocationRow)
        .deleteRule('no action')
        .updateRule('no action')
        .foreignKeyName('item_default_location_id_fkey'),
    barcode: p.string().length(64).nullable(),
    price: quantity().nullable(),
    attributes: p.json(),
    archived: p.boolean().default(false),
    creator: () => accountKey('item', 'created_by', 'no action').nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    version: p.integer().default(1),
  },
  indexes: [
    { name: 'item_category_id_index', properties: ['category'] },
    { name: 'item_default_location_id_index', properties: ['defaultLocation'] },
    { name: 'item_created_by_index', properties: ['creator'] },
    { name: 'item_words_index', expression: searchIndexes.item_words_index },
    { name: 'item_by_id_index', properties: ['archived', 'id'] },
    { name: 'item_by_name_key_index', properties: ['archived', 'nameKey', 'id'] },
    { name: 'item_by_sku_key_index', properties: ['archived', 'skuKey', 'id'] },
    { name: 'item_by_updated_at_index', properties: ['archived', 'updatedAt', 'id'] },
    { name: 'item_by_created_at_index', properties: ['archived', 'createdAt', 'id'] },
  ],
  uniques: [
    { name: 'item_sku_key', properties: ['skuKey'] },
    { name: 'item_barcode_key', properties: ['barcode'] },
  ],
});

/** Total stock of an item and the columns that stock operations need; they lock this row first. */
export const ItemStockRow = defineEntity({
  name: 'ItemStock',
  tableName: 'item_stock',
  properties: {
    item: () =>
      p
        .oneToOne(ItemRow)
        .primary()
        .owner()
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('item_stock_item_id_fkey'),
    quantity: quantity().default('0'),
    reserved: quantity().default('0'),
    cost: quantity().nullable(),
    /** As in `item`, beside the quantity, so that an index has the items that are low. */
    reorderLevel: quantity().nullable(),
    quantityDecimals: p.smallint(),
    allowNegative: p.boolean(),
    archived: p.boolean(),
    stockVersion: p.integer().default(0),
    operationCount: p.integer().default(0),
  },
  indexes: [
    { name: 'item_stock_by_quantity_index', properties: ['archived', 'quantity', 'item'] },
    {
      name: 'item_stock_low_index',
      properties: ['item'],
      where: 'not archived and quantity > 0 and quantity <= reorder_level',
    },
  ],
});

/** The stock of an item at one location. */
export const StockLevelRow = defineEntity({
  name: 'StockLevel',
  tableName: 'stock_level',
  properties: {
    item: () =>
      p
        .manyToOne(ItemRow)
        .primary()
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('stock_level_item_id_fkey'),
    location: () =>
      p
        .manyToOne(LocationRow)
        .primary()
        .deleteRule('no action')
        .updateRule('no action')
        .foreignKeyName('stock_level_location_id_fkey'),
    quantity: quantity().default('0'),
    allowNegative: p.boolean(),
  },
  indexes: [{ name: 'stock_level_location_id_index', properties: ['location'] }],
  checks: [{ name: 'stock_level_quantity_check', expression: 'quantity >= 0 or allow_negative' }],
});
