import { among, type Filter, having, lacking, notAmong } from '../filters.ts';
import { is, type Measure } from '../plan.ts';
import type { Counted, Segment, ToldMetric } from '../stats.ts';

/** Measures of lines (docs/spec/analytics.md 3.2). */
export const lineMeasures = {
  items_sold: { op: 'sum', of: 'quantity' },
  net_revenue: { op: 'sum', of: 'net' },
  orders_count: { op: 'distinct', of: 'order_id', where: is('is_refund', false) },
  products_count: { op: 'distinct', of: 'product_id' },
  variations_count: { op: 'distinct', of: 'variation_id' },
} as const satisfies Readonly<Record<string, Measure>>;

/** `lineMeasures` for stats reports. */
export const lineCounted: Readonly<Record<string, Counted>> = Object.fromEntries(
  Object.entries(lineMeasures).map(([name, measure]) => [name, { over: 'line', measure }]),
);

const count = (name: string, label: string, meaning: string): ToldMetric => ({
  kind: 'count',
  formula: { sum: [name] },
  label,
  meaning,
});

/** Published metrics of lines. */
export const lineMetrics = {
  items_sold: count('items_sold', 'Items sold', 'How many items were sold, less those that came back.'),
  net_revenue: {
    kind: 'amount',
    formula: { sum: ['net_revenue'] },
    label: 'Net sales',
    meaning:
      'What came in for the items: after discounts, without tax, shipping and fees, less what was given back for them.',
  },
  orders_count: count('orders_count', 'Orders', 'How many orders have such an item. Refunds are not counted.'),
  products_count: count('products_count', 'Products', 'How many different products.'),
  variations_count: count(
    'variations_count',
    'Variations',
    'How many different variations. Items that have none count as one more, all together.',
  ),
} as const satisfies Readonly<Record<string, ToldMetric>>;

/** Descriptions of the members of a row of lines, as in `lineMetrics`. */
export const lineMeanings = {
  items_sold: lineMetrics.items_sold.meaning,
  net_revenue: lineMetrics.net_revenue.meaning,
  orders_count: lineMetrics.orders_count.meaning,
} as const;

/** Segmentation of lines by one column. */
export const lineSegment = (
  { key, each }: { readonly key: string; readonly each?: readonly string[] },
  rest: Omit<Segment, 'parts'>,
): Segment => ({ parts: [{ over: 'line', ...(each && { each }), key, counted: lineMeasures }], ...rest });

export const productFilters = {
  product_includes: among('product_id'),
  products: among('product_id'),
  product_excludes: notAmong('product_id'),
  variations: among('variation_id'),
  category_includes: having('headings', 'category_id'),
  categories: having('headings', 'category_id'),
  category_excludes: lacking('headings', 'category_id'),
} as const satisfies Readonly<Record<string, Filter>>;
