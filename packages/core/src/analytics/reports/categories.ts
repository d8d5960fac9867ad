import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { Schema } from '../../kernel/schema.ts';
import { defineGroups, defineReport, defineRows } from '../definition.ts';
import { ofLists } from '../parameters.ts';
import { among, notAmong } from '../plan.ts';
import { cell } from '../printed/column.ts';
import { DELETED, json, type LinkedCall, linkTo } from '../published/members.ts';
import type { CategoryReportEntry } from '../sales-entries.ts';
import { type ReportList, type ReportListInput, reportList, runGroups, textOf } from '../use-cases/report-reading.ts';
import { isExtended, soldOf } from '../use-cases/sold-readers.ts';
import { by } from './filter-subjects.ts';
import { lineMeanings, lineMeasures, soldMeasures } from './product-parts.ts';
import { productsStats } from './products.ts';

const byId = { column: 'category_id', isAlwaysUp: true } as const;

/** Sales by category, for products directly in the category (docs/spec/analytics.md 5.9). */
export const categoriesReport = defineGroups({
  slug: 'categories',
  summary: 'List what was sold by categories.',
  meanings: {
    category_id:
      'The category. A product in two categories counts in both; nothing is added up for the category above.',
    ...lineMeanings,
    products_count: lineMeasures.products_count.meaning,
  },
  from: 'line',
  each: ['categories'],
  where: { op: 'known', column: 'categories.category_id' },
  date: 'order.created_at',
  status: 'order.status',
  filters: {
    status_is: among('order.status', 'any'),
    status_is_not: notAmong('order.status', 'any'),
    categories: among('categories.category_id'),
  },
  countsUnless: ['status_is', 'status_is_not'],
  keys: { category_id: 'categories.category_id' },
  measures: { ...soldMeasures, products_count: 'products' },
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
  related: {},
});

/**
 * Lists sales by category.
 * @throws DomainError `validation_failed`
 */
export const listCategoriesReport: ReportList<ReportListInput, CategoryReportEntry> = reportList(
  async (ports, input) => {
    const { rows, total } = await runGroups(ports, categoriesReport, input);
    const entries = rows.map((row) => ({
      categoryId: Number(row.category_id),
      name: textOf(row['category.name']),
      ...soldOf(row),
      products: Number(row.products_count),
      isExtended: isExtended(input),
    }));
    return { entries, total };
  },
);

export const presentCategoryEntry = (entry: CategoryReportEntry, call: LinkedCall): object => ({
  category_id: entry.categoryId,
  items_sold: entry.items,
  net_revenue: entry.net / UNIT,
  orders_count: entry.orders,
  products_count: entry.products,
  extended_info: entry.isExtended ? { name: entry.name ?? DELETED } : {},
  _links: { category: linkTo(call, `products/categories/${entry.categoryId}`) },
});

export const categoryEntry: Schema = {
  name: 'CategoryReportEntry',
  type: 'object',
  properties: {
    ...json.integers('category_id', 'items_sold'),
    net_revenue: json.number,
    ...json.integers('orders_count', 'products_count'),
    extended_info: json.extended,
    _links: json.links,
  },
};

/** The report on categories. */
export const report = defineReport({
  slug: 'categories',
  title: 'Categories',
  question: 'Which categories sell?',
  stats: { slug: productsStats.slug, strip: ['items_sold', 'net_revenue', 'orders_count', 'products_count'] },
  rows: defineRows({
    description: 'What was sold by categories.',
    key: ['category_id'],
    sent: { extended_info: true },
    declared: categoriesReport,
    read: listCategoriesReport,
    present: presentCategoryEntry,
    returns: categoryEntry,
    params: [...ofLists, 'interval', 'status_is', 'status_is_not', 'categories', 'extended_info'],
  }),
  filters: [by.status, ...by.ofProducts],
  printed: {
    columns: [
      cell.text('Category', 'extended_info.name', {
        sort: 'category',
        tree: { of: 'categories', id: 'category_id' },
        link: { to: 'category', id: 'category_id' },
      }),
      cell.count('Items sold', 'items_sold', cell.sorted('items_sold')),
      cell.amount('Net Revenue', 'net_revenue', cell.netSales),
      cell.count('Products', 'products_count', cell.sorted('products_count')),
      cell.count('Orders', 'orders_count', cell.sorted('orders_count')),
    ],
  },
});
