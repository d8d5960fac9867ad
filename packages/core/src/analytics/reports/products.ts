import { nameKey } from '../../kernel/text.ts';
import { among, type Filter, having } from '../filters.ts';
import { defineGroups } from '../groups.ts';
import { always, is } from '../plan.ts';
import { defineStats } from '../stats.ts';
import { lineCounted, lineMeanings, lineMeasures, lineMetrics, lineSegment, productFilters } from './product-parts.ts';
import { categoryNames, productNames, variationsOfOne } from './segment-names.ts';

const { products, categories, variations } = productFilters;
const { products_count: _, variations_count: __, ...measures } = lineMeasures;
const inProduct = {
  word: 'searched',
  columns: ['name_key'],
  exactly: 'sku_key',
  form: nameKey,
} as const satisfies Filter;
const search: Filter = { ...inProduct, reference: 'product' };
const byId = { column: 'product_id', isAlwaysUp: true } as const;
const ofPage = { plan: 'page', columns: ['product_id'] } as const;
const asked = 'extended_info';

/** Sales by product (docs/spec/analytics.md 5.5). */
export const productsReport = defineGroups({
  slug: 'products',
  summary: 'List what was sold of products.',
  meanings: { product_id: 'The product. Sales of its variations are booked on it too.', ...lineMeanings },
  from: 'line',
  where: always,
  date: 'order.created_at',
  status: 'order.status',
  filters: { products, categories, search },
  countsUnless: [],
  apart: ['search'],
  keys: { product_id: 'product_id' },
  measures: { ...measures, latest: { op: 'greatest', of: 'order.created_at' } },
  sortOnly: ['latest'],
  references: { product: { to: 'product', by: ['product_id', 'id'], isOne: true } },
  columns: ['product.name'],
  fill: {
    key: 'product_id',
    ids: 'products',
    from: {
      table: 'product',
      where: is('parent_id', 0),
      filters: { products: among('id'), categories: having('headings', 'category_id'), search: inProduct },
    },
  },
  sorts: {
    date: [{ column: 'latest' }, byId],
    net_revenue: [{ column: 'net_revenue' }, byId],
    orders_count: [{ column: 'orders_count' }, byId],
    items_sold: [{ column: 'items_sold' }, byId],
    product_name: [{ column: 'product.name_key' }, byId],
    variations: [{ column: 'product.variations' }, byId],
    sku: [{ column: 'product.sku_key' }, byId],
  },
  beside: {
    products: {
      from: 'product',
      columns: ['id', 'type', 'name', 'sku', 'price', 'image', 'permalink', 'slug'],
      by: 'id',
      given: ofPage,
      orderBy: ['id'],
      wanted: asked,
    },
    stock: {
      from: 'stock',
      columns: ['id', 'stock_status', 'shown_quantity', 'manages_stock', 'low_stock_amount'],
      by: 'id',
      given: ofPage,
      orderBy: ['id'],
      wanted: asked,
    },
    headings: {
      from: 'heading',
      columns: ['product_id', 'category_id'],
      where: is('is_direct', true),
      by: 'product_id',
      given: ofPage,
      orderBy: ['product_id', 'position', 'category_id'],
      wanted: asked,
    },
    variations: {
      from: 'product',
      columns: ['id', 'parent_id'],
      by: 'parent_id',
      given: ofPage,
      orderBy: ['parent_id', 'id'],
      wanted: asked,
    },
  },
});

const nothing = { coupons: 'nothing', refunds: 'nothing', shipping: 'nothing', taxes: 'nothing' } as const;
/** Sort names of stats over lines. */
export const lineSorts = {
  date: 'date',
  net_revenue: 'net_revenue',
  ...nothing,
  orders_count: 'orders_count',
  items_sold: 'items_sold',
} as const;

/** Product sales by interval (docs/spec/analytics.md 5.6). */
export const productsStats = defineStats({
  slug: 'products/stats',
  summary: 'Add up what was sold of products, in all and by interval.',
  from: 'line',
  back: 'order',
  date: 'order.created_at',
  status: 'order.status',
  filters: { products, categories, variations, search },
  countsUnless: [],
  apart: ['search'],
  counted: lineCounted,
  metrics: lineMetrics,
  sorts: lineSorts,
  segments: {
    product: lineSegment({ key: 'product_id' }, { metrics: lineMetrics, names: productNames('products') }),
    category: lineSegment(
      { key: 'headings.category_id', each: ['headings'] },
      { metrics: lineMetrics, names: categoryNames('categories') },
    ),
    variation: lineSegment(
      { key: 'variation_id' },
      { metrics: lineMetrics, names: variationsOfOne('products'), needsOneOf: ['products'] },
    ),
  },
});
