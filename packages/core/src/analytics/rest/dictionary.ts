import type { ShopDescriptor, ShopParams } from '../../rest/shop/descriptor.ts';
import { intervals } from '../plan.ts';

const statusWords = [
  'any',
  'trash',
  'pending',
  'processing',
  'on-hold',
  'completed',
  'cancelled',
  'refunded',
  'failed',
  'checkout-draft',
] as const;
const integers = { type: 'array', items: { type: 'integer' } } as const;
const emptyIntegers = { ...integers, default: [] } as const;
const texts = { type: 'array', items: { type: 'string' } } as const;
const moment = { type: 'string', format: 'date-time' } as const;
const statuses = { type: 'array', items: { type: 'string', enum: statusWords } } as const;
const pairs = { type: 'array', default: [], items: { type: 'array' } } as const;

/** Every parameter that reports share, once, as it is published. */
export const dictionary = {
  context: { type: 'string', enum: ['view', 'edit'], default: 'view' },
  page: { type: 'integer', default: 1, minimum: 1 },
  per_page: { type: 'integer', default: 10, minimum: 1, maximum: 100 },
  after: { ...moment, description: 'The beginning of the range, inclusive; a week before now unless given.' },
  before: { ...moment, description: 'The end of the range, inclusive; now unless given.' },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc' },
  match: {
    type: 'string',
    enum: ['all', 'any'],
    default: 'all',
    description: 'Whether all conditions must hold or any one of them.',
  },
  force_cache_refresh: {
    type: 'boolean',
    description: 'Accepted and without effect: every answer is counted when it is asked for.',
  },
  extended_info: { type: 'boolean', default: false, description: 'Whether to tell what stands behind the numbers.' },
  product_includes: emptyIntegers,
  product_excludes: emptyIntegers,
  variation_includes: emptyIntegers,
  variation_excludes: emptyIntegers,
  coupon_includes: emptyIntegers,
  coupon_excludes: emptyIntegers,
  tax_rate_includes: emptyIntegers,
  tax_rate_excludes: emptyIntegers,
  order_includes: integers,
  order_excludes: integers,
  status_is: statuses,
  status_is_not: statuses,
  customer_type: { type: 'string', enum: ['', 'returning', 'new'], default: '' },
  refunds: { type: 'string', enum: ['', 'all', 'partial', 'full', 'none'], default: '' },
  attribute_is: {
    ...pairs,
    description: 'Pairs of attribute and term by their ids, or of key and value, that a line must have.',
  },
  attribute_is_not: { ...pairs, description: 'The same, for lines that must have another value.' },
  interval: { type: 'string', enum: intervals, default: 'week' },
  fields: { type: 'array', items: { type: 'string' }, description: 'The numbers to tell; all unless given.' },
  segmentby: { type: 'string', enum: [] as readonly string[], description: 'What the numbers are divided by.' },
  date_type: {
    type: 'string',
    enum: ['date_paid', 'date_created', 'date_completed'],
    description: 'The date by which orders are counted, in place of what the shop has decided.',
  },
  categories: integers,
  products: integers,
  variations: integers,
  category_includes: integers,
  category_excludes: integers,
  coupons: integers,
  taxes: integers,
  search: {
    type: 'array',
    items: { type: 'string' },
    divided: 'at commas',
    description: 'Terms that stand in a name, or are a whole sku.',
  },
  customer: { type: 'string', enum: ['new', 'returning'], description: 'Deprecated alias of `customer_type`.' },
  customer_includes: integers,
  customer_excludes: integers,
  ip_address_includes: texts,
  ip_address_excludes: texts,
  include: emptyIntegers,
  exclude: emptyIntegers,
  parent: emptyIntegers,
  parent_exclude: emptyIntegers,
  offset: { type: 'integer', description: 'So many more rows are left out before the page.' },
  type: { type: 'string', enum: ['all', 'lowstock', 'instock', 'outofstock', 'onbackorder'], default: 'all' },
} as const satisfies ShopParams;

/** The name of a parameter that reports share. */
export type ParamName = keyof typeof dictionary;

/** How the parameters of one report differ from those that all share. */
export type ParamChanges = Readonly<Partial<Record<ParamName, ShopDescriptor>>>;

/** The parameters of a report: those it shares, in the order in which they are published, and the names of its orders. */
export function paramsOf(
  names: readonly ParamName[],
  {
    sorts,
    changes = {},
    more = {},
  }: { readonly sorts: readonly string[]; readonly changes?: ParamChanges; readonly more?: ShopParams },
): ShopParams {
  const own = names.map((name) => [name, { ...dictionary[name], ...changes[name] }] as const);
  const shared = [...own, ...Object.entries(more)];
  const at = names.indexOf('order') + 1;
  const orderby = ['orderby', { type: 'string', enum: sorts, default: sorts[0] }] as const;
  return Object.fromEntries([...shared.slice(0, at), orderby, ...shared.slice(at)]);
}

/** The parameters that all lists have. */
export const ofLists = [
  'context',
  'page',
  'per_page',
  'after',
  'before',
  'order',
  'force_cache_refresh',
] as const satisfies readonly ParamName[];
/** The parameters that most reports have that add up. */
export const ofStats = [...ofLists, 'fields', 'interval'] as const satisfies readonly ParamName[];
