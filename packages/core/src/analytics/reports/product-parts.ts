import { among, type Filter, having, lacking, notAmong } from '../filters.ts';
import { is, type Measure } from '../plan.ts';
import type { Counted, Metric, Segment } from '../stats.ts';

/** What is counted of lines (analytics.md, 3.2). */
export const lineMeasures = {
  items_sold: { op: 'sum', of: 'quantity' },
  net_revenue: { op: 'sum', of: 'net' },
  orders_count: { op: 'distinct', of: 'order_id', where: is('is_refund', false) },
  products_count: { op: 'distinct', of: 'product_id' },
  variations_count: { op: 'distinct', of: 'variation_id' },
} as const satisfies Readonly<Record<string, Measure>>;

/** The same for reports that add up. */
export const lineCounted: Readonly<Record<string, Counted>> = Object.fromEntries(
  Object.entries(lineMeasures).map(([name, measure]) => [name, { over: 'line', measure }]),
);

const count = (name: string): Metric => ({ kind: 'count', formula: { sum: [name] } });

/** The numbers that are published of lines. */
export const lineMetrics = {
  items_sold: count('items_sold'),
  net_revenue: { kind: 'amount', formula: { sum: ['net_revenue'] } },
  orders_count: count('orders_count'),
  products_count: count('products_count'),
  variations_count: count('variations_count'),
} as const satisfies Readonly<Record<string, Metric>>;

/** A division of lines by one of their columns. */
export const lineSegment = (
  { key, each }: { readonly key: string; readonly each?: readonly string[] },
  rest: Omit<Segment, 'parts'>,
): Segment => ({ parts: [{ over: 'line', ...(each && { each }), key, counted: lineMeasures }], ...rest });

/** Conditions on the product of a line. */
export const productFilters = {
  product_includes: among('product_id'),
  products: among('product_id'),
  product_excludes: notAmong('product_id'),
  variations: among('variation_id'),
  category_includes: having('headings', 'category_id'),
  categories: having('headings', 'category_id'),
  category_excludes: lacking('headings', 'category_id'),
} as const satisfies Readonly<Record<string, Filter>>;
