import { codeKey, fold } from '../../kernel/text.ts';
import { ROWS } from '../measures.ts';
import { always, among, choice, type Filter, not, notAmong } from '../plan.ts';
import { defineList } from '../report.ts';

const from = (column: string): Filter => ({ word: 'from', column });

const upTo = (column: string): Filter => ({ word: 'upTo', column });

const searched = (column: string, form = fold): Filter => ({ word: 'searched', columns: [column], form });

const known = { op: 'known', column: 'user_id' } as const;

const byId = { column: 'id', isAlwaysUp: true } as const;

const by = (...columns: readonly string[]) => [...columns.map((column) => ({ column })), byId];

/** Filters of customers (docs/spec/analytics.md 4.4). */
const filters = {
  id: among('id'),
  search_name: searched('name_key'),
  search_username: searched('username_key'),
  search_email: searched('email_key', (text) => text.toLowerCase()),
  search_all: searched('search_key'),
  name_includes: among('id'),
  name_excludes: notAmong('id'),
  username_includes: among('id'),
  username_excludes: notAmong('id'),
  email_includes: among('id'),
  email_excludes: notAmong('id'),
  country_includes: { ...among('country_key'), form: codeKey },
  country_excludes: { ...notAmong('country_key'), form: codeKey },
  location_includes: { word: 'at', columns: ['country_key', 'state_key'], form: codeKey },
  location_excludes: { word: 'notAt', columns: ['country_key', 'state_key'], form: codeKey },
  customers: among('id'),
  customers_exclude: notAmong('id'),
  users: among('user_id'),
  filter_empty: {
    word: 'filled',
    named: {
      email: 'email',
      name: 'name_key',
      country: 'country',
      city: 'city',
      state: 'state',
      postcode: 'postcode',
    },
  },
  user_type: choice(() => ({ registered: known, guest: not(known) })),
  registered_after: from('registered_utc'),
  registered_before: upTo('registered_utc'),
  last_active_after: from('last_active_utc'),
  last_active_before: upTo('last_active_utc'),
  last_order_after: from('spent.last_order'),
  last_order_before: upTo('spent.last_order'),
  orders_count_min: from('spent.orders'),
  orders_count_max: upTo('spent.orders'),
  total_spend_min: from('spent.total'),
  total_spend_max: upTo('spent.total'),
  avg_order_value_min: from('spent.average'),
  avg_order_value_max: upTo('spent.average'),
} as const satisfies Readonly<Record<string, Filter>>;

/** Customers with their purchases (docs/spec/analytics.md 5.15). */
export const customersReport = defineList({
  slug: 'customers',
  summary: 'List customers and what they bought.',
  meanings: {
    id: 'The customer.',
    user_id: 'The account; 0 for guests.',
    username: 'The name of the account; empty for guests.',
    name: 'First and last name.',
    first_name: 'The first name.',
    last_name: 'The last name.',
    email: 'The address for mail.',
    country: 'The code of the country.',
    city: 'The city.',
    state: 'The code of the part of the country.',
    postcode: 'The postal code.',
    date_registered: 'When the account was made, on the clock of the shop.',
    date_registered_gmt: 'The same in UTC.',
    date_last_active: 'When they were seen last, on the clock of the shop.',
    date_last_active_gmt: 'The same in UTC.',
    date_last_order:
      'The day and time of their last order or refund that counts; only of the range, where one is given.',
    orders_count: 'How many orders that count; only those of the range, where one is given.',
    total_spend: 'What they paid, with tax and shipping, less what was given back.',
    avg_order_value: '`total_spend` divided by `orders_count`; 0 without orders.',
  },
  from: 'customer',
  references: { spent: { to: 'customer_sum', by: ['id', 'customer_id'], isOne: true, isFilled: true } },
  columns: [
    'id',
    'user_id',
    'username',
    'first_name',
    'last_name',
    'email',
    'country',
    'city',
    'state',
    'postcode',
    'registered_utc',
    'last_active_utc',
    'spent.orders',
    'spent.total',
    'spent.last_order',
  ],
  where: always,
  isDated: false,
  sums: {
    reference: 'spent',
    from: 'order',
    key: 'customer_id',
    date: 'created_at',
    measures: ['orders', 'total', 'average', 'last_order'],
  },
  totals: [ROWS, 'buyers', 'orders', 'spend', 'averages'],
  filters,
  apart: ['id'],
  sorts: {
    date_registered: by('registered_utc'),
    username: by('username_key'),
    name: by('name_key'),
    first_name: by('first_name'),
    last_name: by('last_name'),
    email: by('email_key'),
    location: by('state', 'country'),
    country: by('country'),
    city: by('city'),
    state: by('state'),
    postcode: by('postcode'),
    date_last_active: by('last_active_utc'),
    orders_count: by('spent.orders'),
    total_spend: by('spent.total'),
    avg_order_value: by('spent.average'),
  },
  related: {},
});
