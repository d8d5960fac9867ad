import { among, notAmong } from '../filters.ts';
import { defineGroups } from '../groups.ts';
import { is } from '../plan.ts';
import { lineMeanings, lineMeasures, lineMetrics } from './product-parts.ts';

const { variations_count: _, ...measures } = lineMeasures;
const byId = { column: 'category_id', isAlwaysUp: true } as const;

/** Sales by category, for products directly in the category (docs/spec/analytics.md 5.9). */
export const categoriesReport = defineGroups({
  slug: 'categories',
  summary: 'List what was sold by categories.',
  meanings: {
    category_id:
      'The category. A product in two categories counts in both; nothing is added up for the category above.',
    ...lineMeanings,
    products_count: lineMetrics.products_count.meaning,
  },
  from: 'line',
  each: ['headings'],
  where: is('headings.is_direct', true),
  date: 'order.created_at',
  status: 'order.status',
  filters: {
    status_is: among('order.status', 'any'),
    status_is_not: notAmong('order.status', 'any'),
    categories: among('headings.category_id'),
  },
  countsUnless: ['status_is', 'status_is_not'],
  keys: { category_id: 'headings.category_id' },
  measures,
  references: { category: { to: 'category', by: ['category_id', 'id'], isOne: true } },
  columns: ['category.name'],
  fill: { key: 'category_id', ids: 'categories' },
  sorts: {
    category_id: [{ column: 'category_id' }],
    items_sold: [{ column: 'items_sold' }, byId],
    net_revenue: [{ column: 'net_revenue' }, byId],
    orders_count: [{ column: 'orders_count' }, byId],
    products_count: [{ column: 'products_count' }, byId],
    category: [{ column: 'category.name_key' }, byId],
  },
  beside: {},
});
