import type { Schema, Schemas } from '../kernel/schema.ts';
import { askedStatuses } from './facts/facts.ts';
import { intervals } from './plan.ts';

const integers = { type: 'array', items: { type: 'integer' } } as const;
const emptyIntegers = { ...integers, default: [] } as const;
const texts = { type: 'array', items: { type: 'string' } } as const;
const moment = { type: 'string', format: 'date-time' } as const;
const statuses = { type: 'array', items: { type: 'string', enum: askedStatuses } } as const;
const pairs = { type: 'array', default: [], items: { type: 'array' } } as const;

/** Schemas of the parameters shared by reports, as published. */
export const parameters = {
  context: { type: 'string', enum: ['view', 'edit'], default: 'view' },
  page: { type: 'integer', default: 1, minimum: 1, description: 'Which page.' },
  per_page: {
    type: 'integer',
    default: 10,
    minimum: 1,
    maximum: 100,
    description: 'How many rows, or intervals, a page has.',
  },
  after: { ...moment, description: 'The beginning of the range, inclusive; a week before now unless given.' },
  before: { ...moment, description: 'The end of the range, inclusive; now unless given.' },
  order: { type: 'string', enum: ['asc', 'desc'], default: 'desc', description: 'Upwards or downwards.' },
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
  extended_info: { type: 'boolean', default: false, description: 'Whether to include names and details.' },
  product_includes: { ...emptyIntegers, description: 'Only what has one of these products.' },
  product_excludes: { ...emptyIntegers, description: 'Nothing that has one of these products.' },
  variation_includes: { ...emptyIntegers, description: 'Only what has one of these variations.' },
  variation_excludes: { ...emptyIntegers, description: 'Nothing that has one of these variations.' },
  coupon_includes: { ...emptyIntegers, description: 'Only orders with one of these coupons.' },
  coupon_excludes: { ...emptyIntegers, description: 'No orders with one of these coupons.' },
  tax_rate_includes: { ...emptyIntegers, description: 'Only orders with one of these rates of tax.' },
  tax_rate_excludes: { ...emptyIntegers, description: 'No orders with one of these rates of tax.' },
  order_includes: { ...integers, description: 'Only these orders and refunds.' },
  order_excludes: { ...integers, description: 'None of these orders and refunds.' },
  status_is: {
    ...statuses,
    description: 'Only orders in these statuses, also those that do not count otherwise; `any` for all.',
  },
  status_is_not: {
    ...statuses,
    description: 'No orders in these statuses; all others, also those that do not count otherwise.',
  },
  customer_type: {
    type: 'string',
    enum: ['', 'returning', 'new'],
    default: '',
    description: 'Only first orders of customers, or only later ones.',
  },
  refunds: {
    type: 'string',
    enum: ['', 'all', 'partial', 'full', 'none'],
    default: '',
    description: 'Only refunds, only those of orders that are not refunded or that are, or only orders.',
  },
  attribute_is: {
    ...pairs,
    description: 'Pairs of attribute and term by their ids, or of key and value, that a line must have.',
  },
  attribute_is_not: { ...pairs, description: 'The same, for lines that must have another value.' },
  interval: { type: 'string', enum: intervals, default: 'week', description: 'The length of the parts of the range.' },
  fields: { type: 'array', items: { type: 'string' }, description: 'The measures to return; all by default.' },
  segmentby: { type: 'string', enum: [] as readonly string[], description: 'What the numbers are divided by.' },
  date_type: {
    type: 'string',
    enum: ['date_paid', 'date_created', 'date_completed'],
    description: 'The date by which orders are counted, in place of what the shop has decided.',
  },
  categories: { ...integers, description: 'Only these categories, or products in them or below them.' },
  products: { ...integers, description: 'Only these products.' },
  variations: { ...integers, description: 'Only these variations.' },
  category_includes: { ...integers, description: 'Only products in these categories or below them.' },
  category_excludes: { ...integers, description: 'No products in these categories or below them.' },
  coupons: { ...integers, description: 'Only these coupons.' },
  taxes: { ...integers, description: 'Only these rates of tax.' },
  search: {
    type: 'array',
    items: { type: 'string' },
    divided: 'at commas',
    description: 'Terms that stand in a name, or are a whole sku.',
  },
  customer: { type: 'string', enum: ['new', 'returning'], description: 'Deprecated alias of `customer_type`.' },
  customer_includes: { ...integers, description: 'Only what these customers fetched.' },
  customer_excludes: { ...integers, description: 'Nothing that these customers fetched.' },
  ip_address_includes: { ...texts, description: 'Only what was fetched from these addresses.' },
  ip_address_excludes: { ...texts, description: 'Nothing that was fetched from these addresses.' },
  include: { ...emptyIntegers, description: 'Only these products and variations.' },
  exclude: { ...emptyIntegers, description: 'None of these products and variations.' },
  parent: { ...emptyIntegers, description: 'Only variations of these products.' },
  parent_exclude: { ...emptyIntegers, description: 'No variations of these products.' },
  offset: { type: 'integer', description: 'Number of further rows to skip before the page.' },
  type: {
    type: 'string',
    enum: ['all', 'lowstock', 'instock', 'outofstock', 'onbackorder'],
    default: 'all',
    description: 'Only what there is little of, or what is in that status.',
  },
} as const satisfies Schemas;

export type ParamName = keyof typeof parameters;

/** Differences from the shared parameters. */
export type ParamChanges = Readonly<Partial<Record<ParamName, Schema>>>;

/** Parameters of a report, in published order, with its sort names. */
export function paramsOf(
  names: readonly ParamName[],
  {
    sorts,
    changes = {},
    more = {},
  }: { readonly sorts: readonly string[]; readonly changes?: ParamChanges; readonly more?: Schemas },
): Schemas {
  const own = names.map((name) => [name, { ...parameters[name], ...changes[name] }] as const);
  const shared = [...own, ...Object.entries(more)];
  const at = names.indexOf('order') + 1;
  const orderby = [
    'orderby',
    { type: 'string', enum: sorts, default: sorts[0], description: 'What it is sorted by.' },
  ] as const;
  return Object.fromEntries([...shared.slice(0, at), orderby, ...shared.slice(at)]);
}

/** Parameters of all lists. */
export const ofLists = [
  'context',
  'page',
  'per_page',
  'after',
  'before',
  'order',
  'force_cache_refresh',
] as const satisfies readonly ParamName[];
/** Parameters of most stats reports. */
export const ofStats = [...ofLists, 'fields', 'interval'] as const satisfies readonly ParamName[];
