import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { Schema } from '../../kernel/schema.ts';
import type { Zone } from '../../kernel/zone.ts';
import { defineReport, defineRows, defineTotals } from '../definition.ts';
import { planList, planTotals, type ReportContext } from '../engine/plan-list.ts';
import { readBounds, type SentBounds } from '../engine/read-bounds.ts';
import { type AllKeys, inPinnedOrder } from '../engine/row-keys.ts';
import { ofLists, parameters } from '../parameters.ts';
import { cell, screenColumn } from '../printed/column.ts';
import { customerFilters, customerListFilters, customerQuestion } from '../published/customer-params.ts';
import { json, type LinkedCall } from '../published/members.ts';
import type { CustomerReportEntry, CustomerStats } from '../report-entries.ts';
import type { ReportPorts, ReportRow } from '../report-ports.ts';
import type { CurrentMeasure } from '../stats.ts';
import {
  answered,
  contextOf,
  customerOf,
  keysOf,
  type ReportList,
  type ReportListInput,
  type ReportRead,
  reportList,
  reportRead,
  textOf,
} from '../use-cases/report-reading.ts';
import { customersReport } from './customer-list.ts';
import { by } from './filter-subjects.ts';

/** Measures of the customer totals (docs/spec/analytics.md 5.16). */
export const customerMeasures = {
  customers_count: { label: 'Customers', unit: 'count', meaning: 'How many customers match.' },
  avg_orders_count: {
    label: 'Average orders',
    unit: 'average',
    meaning: 'How many orders a customer has who has any.',
  },
  avg_total_spend: {
    label: 'Average total spend',
    unit: 'money',
    meaning: 'What a customer who has orders paid, with tax and shipping, less what was given back.',
  },
  avg_avg_order_value: {
    label: 'Average order value',
    unit: 'money',
    meaning: 'The average of the average orders of customers who have any.',
  },
} as const satisfies Readonly<Record<string, CurrentMeasure>>;

/** Input of the customers report; bounds are unparsed. */
export interface CustomerListInput extends ReportListInput {
  readonly bounds?: SentBounds;
}

/**
 * Lists customers with their purchases, within a range or of all time.
 * @throws DomainError `validation_failed`
 */
export const listCustomersReport: ReportList<CustomerListInput, CustomerReportEntry> = reportList(
  async (ports, input) => {
    const context = await contextOf(ports);
    const { zone } = context;
    const plans = planList(customersReport, withBounds(input, context), context);
    const { rows: found, total } = await answered(ports, plans, context);
    const rows = input.pinned ? inPinnedOrder(found, ['id'], input.pinned) : found;
    return { entries: rows.map((row) => entryOf(row, zone)), total };
  },
);

/**
 * Returns the totals of the matching customers.
 * @throws DomainError `validation_failed`
 */
export const readCustomersStats: ReportRead<Omit<CustomerListInput, 'page' | 'perPage'>, CustomerStats> = reportRead(
  async (ports, input) => {
    const context = await contextOf(ports);
    const { count } = await ports.reports.answer(planTotals(customersReport, withBounds(input, context), context));
    const number = (name: string): number => Number(count[0]?.[name] ?? 0);
    return {
      customers: number('rows'),
      buyers: number('buyers'),
      orders: number('orders'),
      spend: number('spend'),
      averages: number('averages'),
    };
  },
);

/** Returns the keys of all listed customers, in order. */
export const customerKeys = async (ports: ReportPorts, input: CustomerListInput): Promise<AllKeys> =>
  keysOf(ports, customersReport, withBounds(input, await contextOf(ports)));

const withBounds = <I extends Pick<CustomerListInput, 'asked' | 'bounds'>>(
  { bounds = {}, ...rest }: I,
  { zone }: ReportContext,
) => ({
  ...rest,
  asked: { ...rest.asked, ...readBounds(customersReport, bounds, zone) },
});

function entryOf(row: ReportRow, zone: Zone): CustomerReportEntry {
  return {
    ...customerOf(row, zone),
    registeredUtc: textOf(row.registered_utc),
    lastActiveUtc: textOf(row.last_active_utc),
    lastOrder: textOf(row['spent.last_order']),
    orders: Number(row['spent.orders']),
    spend: Number(row['spent.total']),
  };
}

const withT = (moment: string | null): string | null => moment?.replace(' ', 'T') ?? null;

export function presentCustomerEntry(entry: CustomerReportEntry, { around }: LinkedCall): object {
  const { id, firstName, lastName, orders, spend } = entry;
  const customers = '/shop-analytics/customers';
  return {
    id,
    user_id: entry.userId ?? 0,
    username: entry.username ?? '',
    name: `${firstName ?? ''} ${lastName ?? ''}`.trim(),
    first_name: firstName ?? '',
    last_name: lastName ?? '',
    email: entry.email ?? '',
    country: entry.country ?? '',
    city: entry.city ?? '',
    state: entry.state ?? '',
    postcode: entry.postcode ?? '',
    date_registered: withT(entry.registered),
    date_registered_gmt: withT(entry.registeredUtc),
    date_last_active: withT(entry.lastActive),
    date_last_active_gmt: withT(entry.lastActiveUtc),
    date_last_order: entry.lastOrder,
    orders_count: orders,
    total_spend: spend / UNIT,
    avg_order_value: orders === 0 ? 0 : spend / UNIT / orders,
    ...(entry.userId !== null && {
      _links: {
        customer: [{ href: around.link(`${customers}/${id}`) }],
        collection: [{ href: around.link(customers) }],
      },
    }),
  };
}

/** Publishes customer totals, restricted to the requested fields. */
export function presentCustomerStats(stats: CustomerStats, fields: readonly string[] | undefined): object {
  const { customers, buyers, orders, spend, averages } = stats;
  const per = (sum: number): number => (buyers === 0 ? 0 : sum / buyers);
  const totals = {
    customers_count: customers,
    avg_orders_count: per(orders),
    avg_total_spend: per(spend / UNIT),
    avg_avg_order_value: per(averages / UNIT),
  };
  const isWanted = ([name]: readonly [string, number]) => !fields || fields.length === 0 || fields.includes(name);
  return { totals: Object.fromEntries(Object.entries(totals).filter(isWanted)) };
}

export const customerEntry: Schema = {
  name: 'CustomerReportEntry',
  type: 'object',
  properties: {
    ...json.integers('id', 'user_id'),
    ...json.texts('username', 'name', 'first_name', 'last_name', 'email', 'country', 'city', 'state', 'postcode'),
    date_registered: json.orNull,
    date_registered_gmt: json.orNull,
    date_last_active: json.orNull,
    date_last_active_gmt: json.orNull,
    date_last_order: json.orNull,
    orders_count: json.integer,
    ...json.numbers('total_spend', 'avg_order_value'),
    _links: { ...json.links, ...json.notAlways },
  },
};

const ids = parameters.products;

/** The report on customers. */
export const report = defineReport({
  slug: 'customers',
  title: 'Customers',
  question: 'Who buys, and how much?',
  stats: defineTotals({
    slug: 'customers/stats',
    description: 'Customers added up.',
    strip: ['customers_count', 'avg_orders_count', 'avg_total_spend', 'avg_avg_order_value'],
    summary: 'Add customers up.',
    measures: customerMeasures,
    read: readCustomersStats,
    question: customerQuestion,
    present: (stats, given) => presentCustomerStats(stats, given.fields as readonly string[] | undefined),
    parameters: {
      context: parameters.context,
      ...customerFilters,
      customers: { ...ids, description: 'Only these customers.' },
      customers_exclude: { ...ids, description: 'None of these customers.' },
      fields: parameters.fields,
      force_cache_refresh: parameters.force_cache_refresh,
    },
  }),
  rows: defineRows({
    description: 'Customers and what they bought.',
    key: ['id'],
    declared: customersReport,
    read: listCustomersReport,
    keys: customerKeys,
    present: presentCustomerEntry,
    returns: customerEntry,
    params: ofLists,
    more: customerListFilters('customers'),
    question: customerQuestion,
  }),
  filters: [
    { subject: 'search', label: 'Search', takes: 'text', is: 'search', by: 'searchby' },
    by.customer({
      is: 'customers',
      not: 'customers_exclude',
      aliases: ['name', 'username', 'email'].flatMap((name) => [`${name}_includes`, `${name}_excludes`]),
    }),
    { subject: 'country', label: 'Country', takes: 'texts', of: 'countries', ...by.sides('country') },
    { subject: 'location', label: 'Location', takes: 'texts', of: 'locations', ...by.sides('location') },
    { subject: 'user_type', label: 'Account or guest', takes: 'word', is: 'user_type' },
    by.ids('account', 'Account', 'accounts')({ is: 'users' }),
    { subject: 'filled', label: 'Known', takes: 'words', is: 'filter_empty' },
    by.range('orders_count', 'Orders', { ...by.numbers('count'), ...by.between('orders_count') }),
    by.range('total_spend', 'Total spend', { ...by.numbers('money'), ...by.between('total_spend') }),
    by.range('avg_order_value', 'Average order value', { ...by.numbers('money'), ...by.between('avg_order_value') }),
    by.range('registered', 'Registered', { ...by.moments, ...by.between('registered') }),
    by.range('last_active', 'Last active', { ...by.moments, ...by.between('last_active') }),
    by.range('last_order', 'Last order', by.moments),
  ],
  printed: {
    columns: [
      cell.text('Name', 'name', { sort: 'name', link: { to: 'customer', id: 'id' } }),
      cell.text('Username', 'username', { sort: 'username', isHidden: true }),
      cell.text('Last Active', 'date_last_active', { label: 'Last active', unit: 'moment', sort: 'date_last_active' }),
      cell.text('Sign Up', 'date_registered', { label: 'Registered', unit: 'moment', sort: 'date_registered' }),
      cell.text('Email', 'email', { sort: 'email' }),
      cell.count('Orders', 'orders_count', cell.sorted('orders_count')),
      cell.amount('Total Spend', 'total_spend', { label: 'Total spend', sort: 'total_spend' }),
      cell.amount('AOV', 'avg_order_value', { label: 'Average order value', sort: 'avg_order_value' }),
      cell.text('Country / Region', 'country', { label: 'Country', sort: 'country' }),
      cell.text('City', 'city', { sort: 'city', isHidden: true }),
      cell.text('Region', 'state', { sort: 'state', isHidden: true }),
      cell.text('Postal Code', 'postcode', { label: 'Postcode', sort: 'postcode', isHidden: true }),
    ],
    onScreens: [screenColumn('Last order', 'date_last_order', { unit: 'moment', isHidden: true })],
  },
});
