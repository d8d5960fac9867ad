import { among, type Filter, having, lacking, notAmong } from '../plan.ts';
import type { DescribedMeasure, Segment } from '../stats.ts';

/** Published measures of what was sold (docs/spec/analytics.md 3.2). */
export const soldMeasures = { items_sold: 'items', net_revenue: 'net', orders_count: 'orders' } as const;

const count = (name: string, label: string, meaning: string): DescribedMeasure => ({
  kind: 'count',
  formula: { sum: [name] },
  label,
  meaning,
});

/** Published measures of lines. */
export const lineMeasures = {
  items_sold: count('items', 'Items sold', 'How many items were sold, less those that came back.'),
  net_revenue: {
    kind: 'amount',
    formula: { sum: ['net'] },
    label: 'Net sales',
    meaning:
      'What came in for the items: after discounts, without tax, shipping and fees, less what was given back for them.',
  },
  orders_count: count('orders', 'Orders', 'How many orders have such an item. Refunds are not counted.'),
  products_count: count('products', 'Products', 'How many different products.'),
  variations_count: count(
    'variations',
    'Variations',
    'How many different variations. Items that have none count as one more, all together.',
  ),
} as const satisfies Readonly<Record<string, DescribedMeasure>>;

/** Descriptions of the members of a row of lines, as in `lineMeasures`. */
export const lineMeanings = {
  items_sold: lineMeasures.items_sold.meaning,
  net_revenue: lineMeasures.net_revenue.meaning,
  orders_count: lineMeasures.orders_count.meaning,
} as const;

/** Segmentation of lines by one column. */
export const lineSegment = (
  { key, each }: { readonly key: string; readonly each?: readonly string[] },
  rest: Omit<Segment, 'parts'>,
): Segment => ({
  parts: [{ over: 'line', ...(each && { each }), key, counted: ['items', 'net', 'orders', 'products', 'variations'] }],
  ...rest,
});

export const productFilters = {
  product_includes: among('product_id'),
  products: among('product_id'),
  product_excludes: notAmong('product_id'),
  variations: among('variation_id'),
  category_includes: having('headings', 'category_id'),
  categories: having('headings', 'category_id'),
  category_excludes: lacking('headings', 'category_id'),
} as const satisfies Readonly<Record<string, Filter>>;

const nothing = { coupons: 'nothing', refunds: 'nothing', shipping: 'nothing', taxes: 'nothing' } as const;
/** Sort names of stats over lines. */
export const lineSorts = {
  date: 'date',
  net_revenue: 'net_revenue',
  ...nothing,
  orders_count: 'orders_count',
  items_sold: 'items_sold',
} as const;
