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

/** Subjects that reports can be filtered by. */
export const by = {
  product,
  variation,
  category,
  coupon,
  rate,
  customer,
  order,
  status,
  attribute,
  search,
  ids,
  sides,
  range,
  between,
  moments,
  numbers,
  ofProducts,
} as const;
