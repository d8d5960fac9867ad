import type { Attribute } from '../../commerce/index.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import { isObject } from '../../kernel/reading/storable.ts';
import type { Schema } from '../../kernel/schema.ts';
import { defineGroups, defineReport, defineRows } from '../definition.ts';
import { ofLists, ofStats } from '../parameters.ts';
import { always, carrying, carryingOther, is, not } from '../plan.ts';
import { cell, columnOf } from '../printed/column.ts';
import { DELETED, json, type LinkedCall, linkTo, saleableMore } from '../published/members.ts';
import type { VariationReportEntry, VariationReportMore } from '../sales-entries.ts';
import { defineStats } from '../stats.ts';
import {
  jsonOf,
  type ListAnswer,
  type ReportList,
  type ReportListInput,
  reportList,
  rowsBy,
  runGroups,
  statsReader,
} from '../use-cases/report-reading.ts';
import { isExtended, saleableReader, soldOf, withSoldNames } from '../use-cases/sold-readers.ts';
import { by } from './filter-subjects.ts';
import { lineMeanings, lineMeasures, lineSegment, lineSorts, productFilters, soldMeasures } from './product-parts.ts';
import { categoryNames, productNames, variationNames } from './segment-names.ts';

const { product_includes, product_excludes, variations, category_includes, category_excludes, products } =
  productFilters;

const { products_count: _, ...measures } = lineMeasures;

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
  measures: { ...soldMeasures, latest: 'latest' },
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
  related: {
    products: {
      from: 'product',
      columns: ['id', 'name', 'price', 'image', 'permalink', 'slug', 'attributes'],
      by: 'id',
      given: ofPage,
      orderBy: ['id'],
      requestedBy: 'extended_info',
    },
    stock: {
      from: 'stock',
      columns: ['id', 'sku', 'stock_status', 'quantity', 'low_stock_amount'],
      by: 'id',
      given: ofPage,
      orderBy: ['id'],
      requestedBy: 'extended_info',
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
  measures,
  sorts: lineSorts,
  segments: {
    product: lineSegment({ key: 'product_id' }, { measures, names: productNames('product_includes') }),
    category: lineSegment(
      { key: 'headings.category_id', each: ['headings'] },
      { measures, names: categoryNames('category_includes') },
    ),
    variation: lineSegment({ key: 'variation_id' }, { measures, names: variationNames('variations') }),
  },
});

/** Returns variation sales in total and per interval. */
export const readVariationsStats = statsReader(variationsStats);

/**
 * Lists sales by variation.
 * @throws DomainError `validation_failed`
 */
export const listVariationsReport: ReportList<ReportListInput, VariationReportEntry> = reportList(
  async (ports, input) => {
    const answer = await runGroups(ports, variationsReport, input);
    const more = isExtended(input) ? variationReader(answer, await ports.taxonomy.attributes()) : undefined;
    const entries = answer.rows.map((row) => {
      const variationId = Number(row.variation_id);
      const productId = Number(row.product_id) || Number(row['variation.parent_id'] ?? 0);
      return { productId, variationId, ...soldOf(row), ...(more && { more: more(variationId || productId) }) };
    });
    const all = await withSoldNames(ports, await withSoldNames(ports, entries, goneVariation), goneProduct);
    return { entries: all, total: answer.total };
  },
);

const goneVariation = {
  key: 'variation_id',
  idOf: ({ variationId, more }: VariationReportEntry) => (more === null ? variationId : 0),
} as const;

/** Deleted products on lines without a variation. */
const goneProduct = {
  key: 'product_id',
  idOf: ({ productId, variationId, more }: VariationReportEntry) =>
    more === null && variationId === 0 ? productId : 0,
} as const;

function variationReader(answer: ListAnswer, attributes: readonly Attribute[]) {
  const saleable = saleableReader(answer);
  const products = rowsBy(answer.related('products'), 'id');
  return (id: number): VariationReportMore | null => {
    const known = saleable(id);
    if (!known) return null;
    const { managesStock: _, ...rest } = known;
    return { ...rest, attributes: choicesOf(jsonOf(products.get(id)?.attributes), attributes) };
  };
}

/** Names of the chosen attribute values. */
function choicesOf(chosen: unknown, attributes: readonly Attribute[]): VariationReportMore['attributes'] {
  if (!isObject(chosen)) return [];
  return Object.entries(chosen).map(([key, value]) => {
    const attribute = attributes.find((each) => each.key === key);
    const term = attribute?.terms.find(({ slug }) => slug === value);
    return { id: attribute?.id ?? 0, name: key.replace(/^pa_/, ''), option: term?.name ?? String(value) };
  });
}

export const presentVariationEntry = (entry: VariationReportEntry, call: LinkedCall): object => ({
  product_id: entry.productId,
  variation_id: entry.variationId,
  items_sold: entry.items,
  net_revenue: entry.net / UNIT,
  orders_count: entry.orders,
  extended_info: variationMore(entry, call),
  _links: {
    product: linkTo(call, `products/${entry.productId}`),
    variation: linkTo(call, `products/${entry.productId}/variation/${entry.variationId}`),
  },
});

function variationMore({ more, soldAs }: VariationReportEntry, call: LinkedCall): object {
  if (more === undefined) return {};
  return more === null
    ? { name: soldAs ?? DELETED, deleted: true }
    : { ...saleableMore(more, call), attributes: more.attributes };
}

export const variationEntry: Schema = {
  name: 'VariationReportEntry',
  type: 'object',
  properties: {
    ...json.integers('product_id', 'variation_id', 'items_sold'),
    net_revenue: json.number,
    orders_count: json.integer,
    extended_info: json.extended,
    _links: json.links,
  },
};

/** The report on variations. */
export const report = defineReport({
  slug: 'variations',
  title: 'Variations',
  question: 'Which variations sell?',
  stats: {
    slug: variationsStats.slug,
    description: 'What was sold of variations, in all and by interval.',
    strip: ['items_sold', 'net_revenue', 'orders_count'],
    declared: variationsStats,
    read: readVariationsStats,
    params: [
      ...ofStats,
      'match',
      'category_includes',
      'category_excludes',
      'product_includes',
      'product_excludes',
      'variations',
      'segmentby',
      'attribute_is',
      'attribute_is_not',
    ],
  },
  rows: defineRows({
    description: 'What was sold of variations.',
    key: ['product_id', 'variation_id'],
    sent: { extended_info: true },
    hasTotals: true,
    declared: variationsReport,
    read: listVariationsReport,
    present: presentVariationEntry,
    returns: variationEntry,
    params: [
      ...ofLists,
      'match',
      'product_includes',
      'product_excludes',
      'variations',
      'extended_info',
      'attribute_is',
      'attribute_is_not',
      'category_includes',
      'category_excludes',
      'products',
    ],
  }),
  filters: [
    by.product({ ...by.sides('product'), aliases: ['products'] }),
    by.variation({ is: 'variations' }),
    by.category(by.sides('category')),
    by.attribute,
  ],
  printed: {
    columns: [
      cell.text('Product / Variation title', 'extended_info.name', {
        label: 'Variation',
        link: { to: 'variation', id: 'variation_id', parent: 'product_id' },
      }),
      cell.text('SKU', 'extended_info.sku', { ...cell.sku, sort: 'sku' }),
      cell.count('Items sold', 'items_sold', cell.sorted('items_sold')),
      columnOf('amount of two decimals')('N. Revenue', 'net_revenue', cell.netSales),
      cell.count('Orders', 'orders_count', cell.sorted('orders_count')),
      cell.ofStock(cell.status('extended_info.stock_status')),
      cell.ofStock(cell.stock('extended_info.stock_quantity')),
    ],
  },
});
