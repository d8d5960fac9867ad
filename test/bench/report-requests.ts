/** A request for a report, and how long it may take. */
export interface ReportRequest {
  readonly name: string;
  /** Upper bound of the median of a warm server, in milliseconds. */
  readonly goal: number;
  readonly route: string;
  readonly query: string;
  /** Whether it is to be quick on the embedded database, too. */
  readonly isCommon: boolean;
}

/** The subjects of the requests: the last whole year, and what was sold most. */
export interface ReportPlaces {
  readonly year: number;
  readonly product: number;
  readonly coupon: number;
  readonly taxRate: number;
}

const range = (from: string, to: string): string => `after=${from}T00:00:00&before=${to}T23:59:59`;
const counted = 'fields=orders_count,net_revenue,total_sales,num_items_sold';
const everyStat = [
  ...['total_sales', 'net_revenue', 'refunds', 'taxes', 'coupons', 'shipping', 'gross_sales'].map(
    (name) => `revenue/${name}`,
  ),
  ...['orders/orders_count', 'orders/avg_order_value', 'products/items_sold', 'variations/items_sold'],
  ...['coupons/amount', 'coupons/orders_count', 'taxes/total_tax', 'taxes/order_tax', 'taxes/shipping_tax'],
  'downloads/download_count',
].join();

/** The requests whose speed is promised, each with the goal for a million orders on PostgreSQL. */
export function reportRequests({ year, product, coupon, taxRate }: ReportPlaces): readonly ReportRequest[] {
  const years = range(`${year - 2}-01-01`, `${year}-12-31`);
  const one = range(`${year}-01-01`, `${year}-12-31`);
  const week = range(`${year}-12-25`, `${year}-12-31`);
  const make = (isCommon: boolean) => (name: string, goal: number, route: string, query: string) => ({
    ...{ name, goal, query, isCommon },
    route: `/shop-analytics/${route}`,
  });
  const [common, rare] = [make(true), make(false)];
  const filter = (name: string, query: string) =>
    rare(`orders/stats, ${name}, 1 year`, 80, 'reports/orders/stats', `${one}&${query}&${counted}`);
  return [
    common('revenue/stats by day, 1 year', 15, 'reports/revenue/stats', `${one}&interval=day&per_page=100`),
    common('revenue/stats by month, 1 year', 15, 'reports/revenue/stats', `${one}&interval=month&per_page=100`),
    common('taxes, 1 year', 15, 'reports/taxes', `${one}&per_page=100`),
    common('coupons, 1 year', 15, 'reports/coupons', `${one}&per_page=100`),
    common('categories, 1 year', 15, 'reports/categories', `${one}&per_page=100`),
    common('orders, first page', 15, 'reports/orders', `${years}&per_page=100`),
    common('orders, page 9,000', 15, 'reports/orders', `${years}&per_page=100&page=9000`),
    common('customers by total_spend, first page', 15, 'reports/customers', 'orderby=total_spend'),
    common('customers by total_spend, page 10,000', 15, 'reports/customers', 'orderby=total_spend&page=10000'),
    common('stock/stats', 15, 'reports/stock/stats', ''),
    rare('performance-indicators, all, 1 year', 10, 'reports/performance-indicators', `${one}&stats=${everyStat}`),
    rare('leaderboards, a week', 20, 'leaderboards', week),
    rare('leaderboards, 1 year', 30, 'leaderboards', one),
    rare('orders/stats by week, 3 years', 50, 'reports/orders/stats', `${years}&interval=week&per_page=100`),
    rare('products by net_revenue, a week', 45, 'reports/products', `${week}&orderby=net_revenue`),
    rare('products by net_revenue, 1 year', 45, 'reports/products', `${one}&orderby=net_revenue`),
    rare('products by net_revenue, 3 years', 45, 'reports/products', `${years}&orderby=net_revenue`),
    rare('variations by net_revenue, 1 year', 45, 'reports/variations', `${one}&orderby=net_revenue`),
    rare('variations by net_revenue, 3 years', 45, 'reports/variations', `${years}&orderby=net_revenue`),
    filter('one product', `product_includes=${product}`),
    filter('one coupon', `coupon_includes=${coupon}`),
    filter('one status', 'status_is=completed'),
    filter('new customers', 'customer_type=new'),
    rare(
      'orders/stats, one product, distinct customers',
      300,
      'reports/orders/stats',
      `${one}&product_includes=${product}`,
    ),
    rare('orders/stats, one tax rate, 1 year', 300, 'reports/orders/stats', `${one}&tax_rate_includes=${taxRate}`),
    rare(
      'customers who ordered last in 1 year',
      300,
      'reports/customers',
      `last_order_after=${year}-01-01T00:00:00&last_order_before=${year}-12-31T23:59:59&orderby=total_spend`,
    ),
    rare(
      'orders/stats by products, 10 days',
      1_000,
      'reports/orders/stats',
      `${one}&interval=day&per_page=10&segmentby=product`,
    ),
  ];
}

type Row = Readonly<Record<string, number | string>>;

/** The last whole year of a shop, and what was sold most in it. */
export async function findPlaces(
  ask: (place: Pick<ReportRequest, 'route' | 'query'>) => Promise<readonly Row[]>,
): Promise<ReportPlaces> {
  const first = async (report: string, query: string) => {
    const [row] = await ask({ route: `/shop-analytics/reports/${report}`, query });
    if (!row) throw new Error(`There is nothing in the report ${report}.`);
    return row;
  };
  const always = 'after=1990-01-01T00:00:00&per_page=1';
  const { date } = await first('orders', `${always}&orderby=date&order=desc`);
  return {
    year: Number(String(date).slice(0, 4)) - 1,
    product: Number((await first('products', `${always}&orderby=net_revenue`)).product_id),
    coupon: Number((await first('coupons', `${always}&orderby=orders_count`)).coupon_id),
    taxRate: Number((await first('taxes', `${always}&orderby=orders_count`)).tax_rate_id),
  };
}

/** The route of a report. */
export const addressOf = ({ route, query }: Pick<ReportRequest, 'route' | 'query'>): string =>
  `/index.php?rest_route=${route}${query && `&${query}`}`;
