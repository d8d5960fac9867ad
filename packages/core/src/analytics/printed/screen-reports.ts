import type { printedReports } from './lists.ts';

/** What screens say of a report beside its declaration. */
export interface ScreenReport {
  readonly slug: keyof typeof printedReports;
  readonly title: string;
  /** The question that it answers. */
  readonly question: string;
  /** Slug of the report that adds up, and its measures at the head; the first is shown. */
  readonly stats?: { readonly slug: string; readonly strip: readonly [string, ...string[]] };
  /** Key members of the rows, and what is to be sent so that they have all columns. */
  readonly list?: {
    readonly key: readonly string[];
    readonly params?: Readonly<Record<string, unknown>>;
    /** Whether the totals of `stats` are those of the rows. */
    readonly hasTotals?: true;
  };
}

const extended = { extended_info: true } as const;

/** The reports of screens, in the order in which they are shown. */
export const screenReports: readonly ScreenReport[] = [
  {
    slug: 'revenue',
    title: 'Revenue',
    question: 'What came in?',
    stats: {
      slug: 'revenue/stats',
      strip: [
        ...(['net_revenue', 'total_sales', 'gross_sales', 'refunds'] as const),
        ...['coupons', 'taxes', 'shipping', 'orders_count'],
      ],
    },
  },
  {
    slug: 'orders',
    title: 'Orders',
    question: 'What was ordered, and by whom?',
    stats: { slug: 'orders/stats', strip: ['orders_count', 'net_revenue', 'avg_order_value', 'avg_items_per_order'] },
    list: { key: ['order_id'], params: extended, hasTotals: true },
  },
  {
    slug: 'products',
    title: 'Products',
    question: 'Which products sell?',
    stats: { slug: 'products/stats', strip: ['items_sold', 'net_revenue', 'orders_count', 'products_count'] },
    list: { key: ['product_id'], params: extended, hasTotals: true },
  },
  {
    slug: 'variations',
    title: 'Variations',
    question: 'Which variations sell?',
    stats: { slug: 'variations/stats', strip: ['items_sold', 'net_revenue', 'orders_count'] },
    list: { key: ['product_id', 'variation_id'], params: extended, hasTotals: true },
  },
  {
    slug: 'categories',
    title: 'Categories',
    question: 'Which categories sell?',
    stats: { slug: 'products/stats', strip: ['items_sold', 'net_revenue', 'orders_count', 'products_count'] },
    list: { key: ['category_id'], params: extended },
  },
  {
    slug: 'coupons',
    title: 'Coupons',
    question: 'What do coupons take off, and how often are they used?',
    stats: { slug: 'coupons/stats', strip: ['amount', 'coupons_count', 'orders_count'] },
    list: { key: ['coupon_id'], params: extended, hasTotals: true },
  },
  {
    slug: 'taxes',
    title: 'Taxes',
    question: 'How much tax is due?',
    stats: {
      slug: 'taxes/stats',
      strip: ['total_tax', 'order_tax', 'shipping_tax', 'tax_codes', 'orders_count'],
    },
    list: { key: ['tax_rate_id', 'name', 'tax_rate'], hasTotals: true },
  },
  {
    slug: 'downloads',
    title: 'Downloads',
    question: 'What was downloaded, and by whom?',
    stats: { slug: 'downloads/stats', strip: ['download_count'] },
    list: { key: ['id'] },
  },
  {
    slug: 'customers',
    title: 'Customers',
    question: 'Who buys, and how much?',
    stats: {
      slug: 'customers/stats',
      strip: ['customers_count', 'avg_orders_count', 'avg_total_spend', 'avg_avg_order_value'],
    },
    list: { key: ['id'] },
  },
  {
    slug: 'stock',
    title: 'Stock',
    question: 'What is in stock, and what runs out?',
    stats: { slug: 'stock/stats', strip: ['instock', 'lowstock', 'outofstock', 'onbackorder', 'products'] },
    list: { key: ['id'] },
  },
];

/** Labels of segmentations by name. */
export const segmentLabels: Readonly<Record<string, string>> = {
  product: 'Product',
  category: 'Category',
  variation: 'Variation',
  coupon: 'Coupon',
  customer_type: 'New or returning',
  tax_rate_id: 'Tax rate',
};
