import type { ShopSettings } from '../../commerce/index.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import { among, choice, notAmong } from '../filters.ts';
import { all, any, type Condition, type GroupPlan, is, not } from '../plan.ts';
import { defineList } from '../report.ts';
import type { CurrentMeasure } from '../stats.ts';

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
  beside: {},
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
  measures: {
    products: { op: 'count' },
    lowstock: { op: 'count', where: isLow(settings) },
    instock: { op: 'count', where: is('stock_status', 'instock') },
    outofstock: { op: 'count', where: is('stock_status', 'outofstock') },
    onbackorder: { op: 'count', where: is('stock_status', 'onbackorder') },
  },
  orderBy: [],
});
