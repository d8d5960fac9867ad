import { defineEntity, p } from '@mikro-orm/core';
import { searchIndexes } from '../stores/overview/search-indexes.ts';
import { ItemRow } from './item.row.ts';

const identity = () => p.integer().primary().autoincrement().generated('by default as identity');
const document = () => p.json<unknown>().columnType('json');

/** Shop settings: a single row that always exists. */
export const ShopSettingRow = defineEntity({
  name: 'ShopSetting',
  tableName: 'shop_setting',
  properties: {
    id: p.smallint().primary().autoincrement(false).default(1),
    /** Null until settings are saved. */
    document: document().nullable(),
    updatedAt: p.datetime(3).nullable(),
    version: p.integer().default(1),
  },
  checks: [{ name: 'shop_setting_single_check', expression: 'id = 1' }],
});

export const ProductCategoryRow = defineEntity({
  name: 'ProductCategory',
  tableName: 'product_category',
  properties: {
    id: identity(),
    name: p.text(),
    slug: p.text(),
    searchText: p.text(),
    parent: () =>
      p
        .manyToOne(ProductCategoryRow)
        .nullable()
        .deleteRule('no action')
        .updateRule('no action')
        .foreignKeyName('product_category_parent_id_fkey'),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3),
  },
  indexes: [{ name: 'product_category_parent_id_index', properties: ['parent'] }],
});

/** Closure table of the product categories: each category with itself and each ancestor. */
export const CategoryClosureRow = defineEntity({
  name: 'CategoryClosure',
  tableName: 'category_closure',
  properties: {
    ancestor: () =>
      p
        .manyToOne(ProductCategoryRow)
        .primary()
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('category_closure_ancestor_id_fkey'),
    category: () =>
      p
        .manyToOne(ProductCategoryRow)
        .primary()
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('category_closure_category_id_fkey'),
  },
  indexes: [{ name: 'category_closure_category_id_index', properties: ['category'] }],
});

export const ProductAttributeRow = defineEntity({
  name: 'ProductAttribute',
  tableName: 'product_attribute',
  properties: {
    id: identity(),
    name: p.text(),
    key: p.text().collation('C'),
  },
  uniques: [{ name: 'product_attribute_key_key', properties: ['key'], deferMode: 'immediate' }],
});

export const ProductAttributeTermRow = defineEntity({
  name: 'ProductAttributeTerm',
  tableName: 'product_attribute_term',
  properties: {
    id: p.integer().primary().autoincrement(false),
    attribute: () =>
      p
        .manyToOne(ProductAttributeRow)
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('product_attribute_term_attribute_id_fkey'),
    name: p.text(),
    slug: p.text(),
    position: p.integer(),
  },
  indexes: [{ name: 'product_attribute_term_attribute_id_index', properties: ['attribute'] }],
});

/** A product or a variation; amounts in millionths, stock in ten-thousandths. */
export const ProductRow = defineEntity({
  name: 'Product',
  tableName: 'product',
  properties: {
    id: identity(),
    parent: () =>
      p
        .manyToOne(ProductRow)
        .nullable()
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('product_parent_id_fkey'),
    type: p.string().length(16),
    name: p.text(),
    nameKey: p.text().collation('C'),
    /** Null for variations. */
    slug: p.text().nullable().collation('C'),
    sku: p.text().nullable(),
    skuKey: p.text().nullable().collation('C'),
    status: p.string().length(16),
    price: p.bigint('number').nullable(),
    regularPrice: p.bigint('number').nullable(),
    salePrice: p.bigint('number').nullable(),
    manageStock: p.boolean(),
    stockQuantity: p.bigint('number').nullable(),
    stockStatus: p.string().length(16),
    backorders: p.string().length(8),
    lowStockAmount: p.bigint('number').nullable(),
    searchText: p.text(),
    document: document(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3),
  },
  indexes: [
    { name: 'product_parent_id_index', properties: ['parent', 'id'] },
    { name: 'product_words_index', expression: searchIndexes.product_words_index },
    { name: 'product_out_of_stock_index', properties: ['id'], where: "stock_status = 'outofstock'" },
    { name: 'product_stock_quantity_index', properties: ['stockQuantity'], where: 'manage_stock' },
    {
      name: 'product_own_low_stock_index',
      properties: ['stockQuantity'],
      where: 'low_stock_amount is not null and stock_quantity <= low_stock_amount',
    },
    { name: 'product_created_at_index', properties: ['createdAt', 'id'], where: 'parent_id is null' },
    { name: 'product_modified_at_index', properties: ['modifiedAt', 'id'], where: 'parent_id is null' },
    { name: 'product_status_index', properties: ['status', 'id'], where: 'parent_id is null' },
  ],
  uniques: [
    { name: 'product_sku_key', properties: ['skuKey'], deferMode: 'immediate' },
    { name: 'product_slug_key', properties: ['slug'], deferMode: 'immediate' },
  ],
  checks: [{ name: 'product_parent_check', expression: "(type = 'variation') = (parent_id is not null)" }],
});

/** The categories of a product, ordered by `position`. */
export const ProductCategoryLinkRow = defineEntity({
  name: 'ProductCategoryLink',
  tableName: 'product_category_link',
  properties: {
    product: () =>
      p
        .manyToOne(ProductRow)
        .primary()
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('product_category_link_product_id_fkey'),
    category: () =>
      p
        .manyToOne(ProductCategoryRow)
        .primary()
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('product_category_link_category_id_fkey'),
    position: p.integer(),
  },
  indexes: [{ name: 'product_category_link_category_id_index', properties: ['category', 'product'] }],
});

/** The inventory item of a product or variation, and the quantity of it that one sale takes. */
export const ProductLinkRow = defineEntity({
  name: 'ProductLink',
  tableName: 'product_link',
  properties: {
    product: () =>
      p
        .oneToOne(ProductRow)
        .primary()
        .owner()
        .deleteRule('cascade')
        .updateRule('no action')
        .foreignKeyName('product_link_product_id_fkey'),
    item: () =>
      p.manyToOne(ItemRow).deleteRule('cascade').updateRule('no action').foreignKeyName('product_link_item_id_fkey'),
    unitsPerSale: p.integer().default(1),
  },
  indexes: [{ name: 'product_link_item_id_index', properties: ['item'] }],
  checks: [{ name: 'product_link_units_check', expression: 'units_per_sale > 0' }],
});
