/** The records that the ids of a subject stand for. */
export type SubjectRecords =
  | 'products'
  | 'variations'
  | 'categories'
  | 'coupons'
  | 'rates'
  | 'customers'
  | 'orders'
  | 'accounts'
  | 'countries'
  | 'locations'
  | 'attributes'
  | 'addresses';

/** What a report can be filtered by: the parameters that are sides of one question. */
export interface FilterSubject {
  readonly subject: string;
  readonly label: string;
  readonly takes: 'ids' | 'word' | 'words' | 'text' | 'texts' | 'pairs' | 'range';
  readonly of?: SubjectRecords;
  /** Parameters that demand and exclude. */
  readonly is?: string;
  readonly not?: string;
  /** Parameters of the two ends of a range. */
  readonly from?: string;
  readonly to?: string;
  readonly unit?: 'money' | 'count' | 'moment';
  /** Parameter that says where a text is looked for. */
  readonly by?: string;
  /** Parameters of the same effect. */
  readonly aliases?: readonly string[];
}

type Sides = Pick<FilterSubject, 'is' | 'not' | 'aliases'>;
const ids =
  (subject: string, label: string, of: SubjectRecords) =>
  (sides: Sides): FilterSubject => ({ subject, label, takes: 'ids', of, ...sides });
const sides = (name: string): Sides => ({ is: `${name}_includes`, not: `${name}_excludes` });

const product = ids('product', 'Product', 'products');
const variation = ids('variation', 'Variation', 'variations');
const category = ids('category', 'Category', 'categories');
const coupon = ids('coupon', 'Coupon', 'coupons');
const rate = ids('rate', 'Tax rate', 'rates');
const customer = ids('customer', 'Customer', 'customers');
const order = ids('order', 'Order', 'orders');
const status: FilterSubject = {
  subject: 'status',
  label: 'Status',
  takes: 'words',
  is: 'status_is',
  not: 'status_is_not',
};
const attribute: FilterSubject = {
  subject: 'attribute',
  label: 'Attribute',
  takes: 'pairs',
  of: 'attributes',
  is: 'attribute_is',
  not: 'attribute_is_not',
};
const search: FilterSubject = { subject: 'search', label: 'Name or sku', takes: 'texts', is: 'search' };

const range = (
  subject: string,
  label: string,
  { ends, ...more }: { readonly ends: readonly [string, string] } & Pick<FilterSubject, 'unit' | 'aliases'>,
): FilterSubject => ({
  subject,
  label,
  takes: 'range',
  from: `${subject}_${ends[0]}`,
  to: `${subject}_${ends[1]}`,
  ...more,
});
const between = (subject: string) => ({ aliases: [`${subject}_between`] });
const moments = { ends: ['after', 'before'], unit: 'moment' } as const;
const numbers = (unit: 'money' | 'count') => ({ ends: ['min', 'max'], unit }) as const;

const ofProducts = [
  product({ is: 'products' }),
  category({ is: 'categories' }),
  variation({ is: 'variations' }),
  search,
] as const;

/** Subjects of the filters by the slug of the report; its list and its stats need not have all of them. */
export const reportSubjects = {
  revenue: [],
  orders: [
    status,
    product(sides('product')),
    variation(sides('variation')),
    coupon(sides('coupon')),
    rate(sides('tax_rate')),
    { subject: 'customer_type', label: 'New or returning', takes: 'word', is: 'customer_type', aliases: ['customer'] },
    { subject: 'refund', label: 'Refunds', takes: 'word', is: 'refunds' },
    attribute,
    order(sides('order')),
  ],
  products: ofProducts,
  variations: [
    product({ ...sides('product'), aliases: ['products'] }),
    variation({ is: 'variations' }),
    category(sides('category')),
    attribute,
  ],
  categories: [status, ...ofProducts],
  coupons: [coupon({ is: 'coupons' })],
  taxes: [rate({ is: 'taxes' })],
  downloads: [
    product(sides('product')),
    order(sides('order')),
    customer(sides('customer')),
    { subject: 'address', label: 'Address', takes: 'texts', of: 'addresses', ...sides('ip_address') },
  ],
  customers: [
    { subject: 'search', label: 'Search', takes: 'text', is: 'search', by: 'searchby' },
    customer({
      is: 'customers',
      not: 'customers_exclude',
      aliases: ['name', 'username', 'email'].flatMap((name) => [`${name}_includes`, `${name}_excludes`]),
    }),
    { subject: 'country', label: 'Country', takes: 'texts', of: 'countries', ...sides('country') },
    { subject: 'location', label: 'Location', takes: 'texts', of: 'locations', ...sides('location') },
    { subject: 'user_type', label: 'Account or guest', takes: 'word', is: 'user_type' },
    ids('account', 'Account', 'accounts')({ is: 'users' }),
    { subject: 'filled', label: 'Known', takes: 'words', is: 'filter_empty' },
    range('orders_count', 'Orders', { ...numbers('count'), ...between('orders_count') }),
    range('total_spend', 'Total spend', { ...numbers('money'), ...between('total_spend') }),
    range('avg_order_value', 'Average order value', { ...numbers('money'), ...between('avg_order_value') }),
    range('registered', 'Registered', { ...moments, ...between('registered') }),
    range('last_active', 'Last active', { ...moments, ...between('last_active') }),
    range('last_order', 'Last order', moments),
  ],
  stock: [
    ids('product', 'Product', 'products')({ is: 'include', not: 'exclude' }),
    ids('parent', 'Variations of', 'products')({ is: 'parent', not: 'parent_exclude' }),
    { subject: 'stock_status', label: 'Stock status', takes: 'word', is: 'type' },
  ],
} as const satisfies Readonly<Record<string, readonly FilterSubject[]>>;
