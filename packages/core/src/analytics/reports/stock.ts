import type { ShopSettings } from '../../commerce/index.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { Schema } from '../../kernel/schema.ts';
import { defineReport, defineRows, defineTotals } from '../definition.ts';
import { ROWS } from '../measures.ts';
import { parameters } from '../parameters.ts';
import { all, among, any, type Condition, choice, type GroupPlan, is, not, notAmong } from '../plan.ts';
import { cell, screenColumn } from '../printed/column.ts';
import { json, type LinkedCall } from '../published/members.ts';
import { defineList } from '../report.ts';
import type { StockCounts, StockReportEntry } from '../report-entries.ts';
import type { CurrentMeasure } from '../stats.ts';
import {
  type ReportList,
  type ReportListInput,
  type ReportRead,
  reportList,
  reportRead,
  runList,
} from '../use-cases/report-reading.ts';
import { by } from './filter-subjects.ts';

/** Default low-stock threshold; at least 1. */
export const lowStockDefault = ({ lowStockAmount }: Pick<ShopSettings, 'lowStockAmount'>): number =>
  Math.max(1, lowStockAmount);

/** In stock, managed, at most the low-stock threshold and above the out-of-stock threshold. */
export const isLow = (settings: ShopSettings): Condition =>
  all(
    { op: 'known', column: 'quantity' },
    is('stock_status', 'instock'),
    { op: 'above', column: 'quantity', value: Math.round(settings.noStockAmount * UNIT) },
    any(
      { op: 'atMost', column: 'quantity', value: { column: 'low_stock_amount' } },
      all(not({ op: 'known', column: 'low_stock_amount' }), {
        op: 'atMost',
        column: 'quantity',
        value: Math.round(lowStockDefault(settings) * UNIT),
      }),
    ),
  );

/** Includes private products, because readers of reports manage the store. */
const shown: Condition = { op: 'among', column: 'status', values: ['publish', 'private'] };

const byId = { column: 'id' };

/** Stock of products and variations (docs/spec/analytics.md 5.12). */
export const stockReport = defineList({
  slug: 'stock',
  summary: 'List the stock of products and variations.',
  meanings: {
    id: 'The product, or the variation.',
    parent_id: 'The product of a variation; 0 for a product.',
    name: 'Its name.',
    sku: 'Its sku.',
    stock_status: '`instock`, `outofstock` or `onbackorder`.',
    stock_quantity: 'How many there are; 0 where stock is not managed.',
    manage_stock: 'Whether stock is managed; `parent` for a variation that uses the stock of its product.',
    low_stock_amount: 'From here down it is low: its own number, else that of the shop, at least 1.',
  },
  from: 'stock',
  columns: [
    'id',
    'parent_id',
    'name',
    'sku',
    'stock_status',
    'shown_quantity',
    'manages_stock',
    'uses_parent_stock',
    'low_stock_amount',
  ],
  where: shown,
  isDated: false,
  filters: {
    include: among('id'),
    exclude: notAmong('id'),
    parent: among('parent_id'),
    parent_exclude: notAmong('parent_id'),
    type: choice((settings) => ({
      lowstock: isLow(settings),
      instock: is('stock_status', 'instock'),
      outofstock: is('stock_status', 'outofstock'),
      onbackorder: is('stock_status', 'onbackorder'),
    })),
  },
  sorts: {
    stock_status: [{ column: 'stock_status' }, { column: 'shown_quantity' }, byId],
    stock_quantity: [{ column: 'shown_quantity' }, byId],
    date: [{ column: 'created_utc' }, byId],
    id: [byId],
    include: [
      { column: 'id', isAlwaysUp: true, placesOf: 'include' },
      { column: 'id', isAlwaysUp: true },
    ],
    title: [{ column: 'name_key' }, byId],
    sku: [{ column: 'sku' }, byId],
  },
  related: {},
});

const count = <const D extends Omit<CurrentMeasure, 'unit'>>(declared: D) => ({ ...declared, unit: 'count' }) as const;

/** Measures of the stock counts (docs/spec/analytics.md 5.13). */
export const stockMeasures = {
  products: count({
    label: 'Products',
    better: 'neither',
    meaning: 'How many products and variations there are, published or private.',
  }),
  lowstock: count({
    label: 'Low stock',
    better: 'down',
    meaning: 'How many are in stock and low: at most what counts as low, and more than what counts as none.',
  }),
  instock: count({ label: 'In stock', meaning: 'How many are in stock, the low ones among them.' }),
  outofstock: count({ label: 'Out of stock', better: 'down', meaning: 'How many are out of stock.' }),
  onbackorder: count({
    label: 'On backorder',
    better: 'neither',
    meaning: 'How many can be ordered though there are none.',
  }),
} as const satisfies Readonly<Record<string, CurrentMeasure>>;

/** Counts by stock status (docs/spec/analytics.md 5.13). */
export const stockCounts = (settings: ShopSettings): GroupPlan => ({
  kind: 'groups',
  from: 'stock',
  where: shown,
  keys: {},
  measures: [ROWS],
  counts: {
    lowstock: isLow(settings),
    instock: is('stock_status', 'instock'),
    outofstock: is('stock_status', 'outofstock'),
    onbackorder: is('stock_status', 'onbackorder'),
  },
  orderBy: [],
});

/** Lists the stock of published and private products and variations. */
export const listStockReport: ReportList<ReportListInput, StockReportEntry> = reportList(async (ports, input) => {
  const { rows, total, settings } = await runList(ports, stockReport, input);
  const byDefault = Math.round(lowStockDefault(settings) * UNIT);
  const entries = rows.map((row) => ({
    id: Number(row.id),
    parentId: Number(row.parent_id),
    name: String(row.name),
    sku: String(row.sku),
    stockStatus: String(row.stock_status),
    quantity: Number(row.shown_quantity),
    managesStock: row.manages_stock === true,
    usesParentStock: row.uses_parent_stock === true,
    lowStockAmount: row.low_stock_amount === null ? byDefault : Number(row.low_stock_amount),
  }));
  return { entries, total };
});

/** Counts published and private products and variations by stock status. */
export const readStockStats: ReportRead<object, StockCounts> = reportRead(async ({ reports, shopSettings }) => {
  const counts = stockCounts(await shopSettings.read());
  const { counted } = await reports.answer({ counted: counts });
  const [row] = counted;
  const count = (name: string): number => Number(row?.[name] ?? 0);
  return {
    products: count(ROWS),
    lowstock: count('lowstock'),
    instock: count('instock'),
    outofstock: count('outofstock'),
    onbackorder: count('onbackorder'),
  };
});

export function presentStockEntry(entry: StockReportEntry, { around }: LinkedCall): Readonly<Record<string, unknown>> {
  const products = '/shop-analytics/products';
  const link = (path: string) => [{ href: around.link(`${products}/${path}`) }];
  const { id, parentId } = entry;
  return {
    id,
    parent_id: parentId,
    name: entry.name,
    sku: entry.sku,
    stock_status: entry.stockStatus,
    stock_quantity: entry.quantity / UNIT,
    manage_stock: entry.usesParentStock ? 'parent' : entry.managesStock,
    low_stock_amount: entry.lowStockAmount / UNIT,
    _links:
      parentId === 0
        ? { product: link(String(id)) }
        : { product: link(`${parentId}/variations/${id}`), parent: link(String(parentId)) },
  };
}

export const presentStockCounts = ({ products, lowstock, instock, outofstock, onbackorder }: StockCounts): object => ({
  totals: { products, lowstock, instock, outofstock, onbackorder },
});

export const stockEntry: Schema = {
  name: 'StockReportEntry',
  type: 'object',
  properties: {
    id: json.integer,
    parent_id: json.integer,
    name: json.text,
    sku: json.text,
    stock_status: json.text,
    stock_quantity: json.number,
    manage_stock: { type: ['boolean', 'string'] },
    low_stock_amount: json.number,
    _links: json.links,
  },
};

/** The report on stock. */
export const report = defineReport({
  slug: 'stock',
  title: 'Stock',
  question: 'What is in stock, and what runs out?',
  stats: defineTotals({
    slug: 'stock/stats',
    description: 'How many products are in stock, low, out of stock or on backorder.',
    strip: ['instock', 'lowstock', 'outofstock', 'onbackorder', 'products'],
    summary: 'Count products and variations by their stock.',
    measures: stockMeasures,
    read: readStockStats,
    question: () => ({}),
    present: presentStockCounts,
    parameters: { context: parameters.context },
  }),
  rows: defineRows({
    description: 'What there is of products and variations.',
    key: ['id'],
    declared: stockReport,
    read: listStockReport,
    present: presentStockEntry,
    returns: stockEntry,
    params: [
      'context',
      'page',
      'per_page',
      'order',
      'exclude',
      'include',
      'parent',
      'parent_exclude',
      'offset',
      'type',
    ],
    changes: { order: { default: 'asc' } },
  }),
  filters: [
    by.ids('product', 'Product', 'products')({ is: 'include', not: 'exclude' }),
    by.ids('parent', 'Variations of', 'products')({ is: 'parent', not: 'parent_exclude' }),
    { subject: 'stock_status', label: 'Stock status', takes: 'word', is: 'type' },
  ],
  printed: {
    columns: [
      cell.text('Product / Variation', 'name', {
        label: 'Product',
        sort: 'title',
        link: { to: 'item', id: 'id', parent: 'parent_id' },
      }),
      cell.text('SKU', 'sku', { ...cell.sku, sort: 'sku' }),
      cell.status('stock_status', 'stock_status'),
      cell.stock('stock_quantity', 'manage_stock', 'stock_quantity'),
    ],
    onScreens: [screenColumn('Low from', 'low_stock_amount', { unit: 'count', isHidden: true })],
  },
});
