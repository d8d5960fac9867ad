import { carrying, carryingOther } from '../filters.ts';
import { defineGroups } from '../groups.ts';
import { always, is, not } from '../plan.ts';
import { defineStats } from '../stats.ts';
import { lineCounted, lineMeanings, lineMeasures, lineMetrics, lineSegment, productFilters } from './product-parts.ts';
import { lineSorts } from './products.ts';
import { categoryNames, productNames, variationNames } from './segment-names.ts';

const { product_includes, product_excludes, variations, category_includes, category_excludes, products } =
  productFilters;
const { products_count: _, variations_count: __, ...measures } = lineMeasures;
const { products_count: ___, ...metrics } = lineMetrics;
const { products_count: ____, ...counted } = lineCounted;
const filters = {
  product_includes,
  product_excludes,
  variations,
  category_includes,
  category_excludes,
  attribute_is: carrying('attributes'),
  attribute_is_not: carryingOther('attributes'),
} as const;
const ofAVariation = not(is('variation_id', 0));
const byId = { column: 'variation_id', isAlwaysUp: true } as const;
const ties = [byId, { column: 'product_id', isAlwaysUp: true }] as const;
const ofPage = { plan: 'page', columns: ['variation_id', 'product_id'] } as const;

/** Sales by variation (docs/spec/analytics.md 5.7). */
export const variationsReport = defineGroups({
  slug: 'variations',
  summary: 'List what was sold of variations.',
  meanings: { product_id: 'The product.', variation_id: 'Its variation; 0 for items without one.', ...lineMeanings },
  from: 'line',
  where: always,
  unless: { where: ofAVariation, parameters: ['product_includes', 'products'] },
  date: 'order.created_at',
  status: 'order.status',
  filters: { ...filters, products },
  countsUnless: [],
  together: ['product_excludes', 'category_excludes'],
  keys: { product_id: 'product_id', variation_id: 'variation_id' },
  measures: { ...measures, latest: { op: 'greatest', of: 'order.created_at' } },
  sortOnly: ['latest'],
  references: { variation: { to: 'product', by: ['variation_id', 'id'], isOne: true } },
  columns: ['variation.parent_id'],
  fill: { key: 'variation_id', ids: 'variations' },
  sorts: {
    date: [{ column: 'latest' }, ...ties],
    net_revenue: [{ column: 'net_revenue' }, ...ties],
    orders_count: [{ column: 'orders_count' }, ...ties],
    items_sold: [{ column: 'items_sold' }, ...ties],
    sku: [{ column: 'variation.sku_key' }, ...ties],
  },
  beside: {
    products: {
      from: 'product',
      columns: ['id', 'name', 'price', 'image', 'permalink', 'slug', 'attributes'],
      by: 'id',
      given: ofPage,
      orderBy: ['id'],
      wanted: 'extended_info',
    },
    stock: {
      from: 'stock',
      columns: ['id', 'sku', 'stock_status', 'quantity', 'low_stock_amount'],
      by: 'id',
      given: ofPage,
      orderBy: ['id'],
      wanted: 'extended_info',
    },
  },
});

/** Variation sales by interval (docs/spec/analytics.md 5.8). */
export const variationsStats = defineStats({
  slug: 'variations/stats',
  summary: 'Add up what was sold of variations, in all and by interval.',
  from: 'line',
  back: 'order',
  date: 'order.created_at',
  status: 'order.status',
  filters,
  countsUnless: [],
  together: ['product_excludes', 'category_excludes'],
  unless: { where: ofAVariation, parameters: ['variations'] },
  counted,
  metrics,
  sorts: lineSorts,
  segments: {
    product: lineSegment({ key: 'product_id' }, { metrics, names: productNames('product_includes') }),
    category: lineSegment(
      { key: 'headings.category_id', each: ['headings'] },
      { metrics, names: categoryNames('category_includes') },
    ),
    variation: lineSegment({ key: 'variation_id' }, { metrics, names: variationNames('variations') }),
  },
});
