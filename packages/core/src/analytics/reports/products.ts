import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { Schema } from '../../kernel/schema.ts';
import { nameKey } from '../../kernel/text.ts';
import { defineGroups, defineReport, defineRows } from '../definition.ts';
import { ofLists, ofStats } from '../parameters.ts';
import { always, among, type Filter, having, is } from '../plan.ts';
import { cell, listAt, screenColumn, textColumn } from '../printed/column.ts';
import { deletedName, json, type LinkedCall, linkTo, saleableMore } from '../published/members.ts';
import type { ProductReportEntry } from '../sales-entries.ts';
import { defineStats } from '../stats.ts';
import {
  type ReportList,
  type ReportListInput,
  reportList,
  runGroups,
  statsReader,
} from '../use-cases/report-reading.ts';
import { isExtended, productReader, soldOf, withSoldNames } from '../use-cases/sold-readers.ts';
import { by } from './filter-subjects.ts';
import { lineMeanings, lineMeasures, lineSegment, lineSorts, productFilters, soldMeasures } from './product-parts.ts';
import { categoryNames, productNames, variationsOfOne } from './segment-names.ts';

const { products, categories, variations } = productFilters;

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
  measures: { ...soldMeasures, latest: 'latest' },
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
  related: {
    products: {
      from: 'product',
      columns: ['id', 'type', 'name', 'sku', 'price', 'image', 'permalink', 'slug'],
      by: 'id',
      given: ofPage,
      orderBy: ['id'],
      requestedBy: asked,
    },
    stock: {
      from: 'stock',
      columns: ['id', 'stock_status', 'shown_quantity', 'manages_stock', 'low_stock_amount'],
      by: 'id',
      given: ofPage,
      orderBy: ['id'],
      requestedBy: asked,
    },
    headings: {
      from: 'heading',
      columns: ['product_id', 'category_id'],
      where: is('is_direct', true),
      by: 'product_id',
      given: ofPage,
      orderBy: ['product_id', 'position', 'category_id'],
      requestedBy: asked,
    },
    variations: {
      from: 'product',
      columns: ['id', 'parent_id'],
      by: 'parent_id',
      given: ofPage,
      orderBy: ['parent_id', 'id'],
      requestedBy: asked,
    },
  },
});

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
  measures: lineMeasures,
  sorts: lineSorts,
  segments: {
    product: lineSegment({ key: 'product_id' }, { measures: lineMeasures, names: productNames('products') }),
    category: lineSegment(
      { key: 'headings.category_id', each: ['headings'] },
      { measures: lineMeasures, names: categoryNames('categories') },
    ),
    variation: lineSegment(
      { key: 'variation_id' },
      { measures: lineMeasures, names: variationsOfOne('products'), needsOneOf: ['products'] },
    ),
  },
});

/** Returns product sales in total and per interval. */
export const readProductsStats = statsReader(productsStats);

/**
 * Lists sales by product.
 * @throws DomainError `validation_failed`
 */
export const listProductsReport: ReportList<ReportListInput, ProductReportEntry> = reportList(async (ports, input) => {
  const answer = await runGroups(ports, productsReport, input);
  const more = isExtended(input) ? productReader(answer) : undefined;
  const entries = answer.rows.map((row) => {
    const productId = Number(row.product_id);
    return { productId, ...soldOf(row), ...(more && { more: more(productId) }) };
  });
  const gone = {
    key: 'product_id',
    idOf: ({ productId, more: known }: ProductReportEntry) => (known === null ? productId : 0),
  } as const;
  return { entries: await withSoldNames(ports, entries, gone), total: answer.total };
});

export const presentProductEntry = (entry: ProductReportEntry, call: LinkedCall): object => ({
  product_id: entry.productId,
  items_sold: entry.items,
  net_revenue: entry.net / UNIT,
  orders_count: entry.orders,
  extended_info:
    entry.more === undefined
      ? {}
      : entry.more === null
        ? { name: deletedName(entry.soldAs) }
        : productMore(entry.more, call),
  _links: { product: linkTo(call, `products/${entry.productId}`) },
});

const productMore = (more: NonNullable<ProductReportEntry['more']>, call: LinkedCall): object => ({
  ...saleableMore(more, call),
  stock_quantity: (more.quantity ?? 0) / UNIT,
  manage_stock: more.managesStock,
  category_ids: more.categoryIds,
  ...(more.variations && { variations: more.variations }),
});

export const productEntry: Schema = {
  name: 'ProductReportEntry',
  type: 'object',
  properties: {
    ...json.integers('product_id', 'items_sold'),
    net_revenue: json.number,
    orders_count: json.integer,
    extended_info: json.extended,
    _links: json.links,
  },
};

/** The report on products. */
export const report = defineReport({
  slug: 'products',
  title: 'Products',
  question: 'Which products sell?',
  stats: {
    slug: productsStats.slug,
    description: 'What was sold of products, in all and by interval.',
    strip: ['items_sold', 'net_revenue', 'orders_count', 'products_count'],
    declared: productsStats,
    read: readProductsStats,
    params: [...ofStats, 'categories', 'products', 'variations', 'search', 'segmentby'],
  },
  rows: defineRows({
    description: 'What was sold of products.',
    key: ['product_id'],
    sent: { extended_info: true },
    hasTotals: true,
    declared: productsReport,
    read: listProductsReport,
    present: presentProductEntry,
    returns: productEntry,
    params: [...ofLists, 'categories', 'match', 'products', 'search', 'extended_info'],
  }),
  filters: by.ofProducts,
  printed: {
    columns: [
      cell.text('Product title', 'extended_info.name', {
        label: 'Product',
        sort: 'product_name',
        link: { to: 'product', id: 'product_id' },
      }),
      cell.text('SKU', 'extended_info.sku', { ...cell.sku, sort: 'sku' }),
      cell.count('Items sold', 'items_sold', cell.sorted('items_sold')),
      cell.amount('N. Revenue', 'net_revenue', cell.netSales),
      cell.count('Orders', 'orders_count', cell.sorted('orders_count')),
      textColumn(
        'Category',
        screenColumn('Category', 'extended_info.category_ids', {
          unit: 'words',
          names: 'categories',
          link: { to: 'category', id: 'extended_info.category_ids' },
        }),
        (row, { nameOf }) =>
          cell
            .idsAt(row, 'extended_info.category_ids')
            .flatMap((id) => nameOf(id) ?? [])
            .join(', '),
      ),
      {
        header: 'Variations',
        kind: 'count',
        screen: screenColumn('Variations', 'extended_info.variations', { unit: 'count', sort: 'variations' }),
        read: (row) => listAt(row, 'extended_info.variations').length,
      },
      cell.ofStock(cell.status('extended_info.stock_status')),
      cell.ofStock(cell.stock('extended_info.stock_quantity', 'extended_info.manage_stock')),
    ],
    names: { report: 'categories', ids: (row) => cell.idsAt(row, 'extended_info.category_ids') },
  },
});
