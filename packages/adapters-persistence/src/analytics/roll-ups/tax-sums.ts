import { dayTableOf, type SumFamily } from './contributions.ts';
import { amountsWhere, orderKeys } from './order-sums.ts';

const rate = ['rate_id', 'rate_code', 'percent'] as const;
/** What a list of rates shows the greatest of. */
const shown = ['label', 'country', 'state', 'priority'] as const;
const variant = [...rate, ...shown];
const own = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]));
const isFirst = (of: readonly string[]): string =>
  `row_number() over (partition by order_id, ${of.join(', ')} order by tax_line_id) = 1`;

/** Texts of any length have no place in an index. */
const hashed = `encode(substring(sha256(convert_to(row(${variant.join(', ')})::text, 'UTF8')) for 16), 'hex')::uuid`;

/**
 * Tax lines by what they say of their rate, with the whole orders that carry the rate: these are added with the first line of the
 * rate on an order.
 */
export const taxFamily = {
  table: 'tax_day',
  months: 'tax_month',
  years: 'tax_year',
  pending: 'tax_pending',
  parts: {
    table: 'tax_fact',
    columns: {
      ...own(variant),
      variant: hashed,
      ...own(['order_tax', 'shipping_tax', 'taxable']),
      is_first_of_code: isFirst(rate),
      is_first_of_rate: isFirst(['rate_id']),
    },
  },
  keys: {
    ...own(['variant', ...variant]),
    ...orderKeys,
  },
  unique: ['variant', ...Object.keys(orderKeys)],
  sums: {
    entries: '1',
    orders: '(is_first_of_code and parent_id = 0)::int',
    rate_orders: '(is_first_of_rate and parent_id = 0)::int',
    /** Rows of orders, refunds included, with the rate. */
    rate_entries: 'is_first_of_rate::int',
    order_tax: 'order_tax',
    shipping_tax: 'shipping_tax',
    taxable: 'taxable',
    ...amountsWhere('is_first_of_rate'),
  },
} as const satisfies SumFamily;

export const taxDay = dayTableOf(taxFamily);
