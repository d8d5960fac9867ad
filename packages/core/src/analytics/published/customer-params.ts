import type { Schema, Schemas } from '../../kernel/schema.ts';
import { parameters } from '../parameters.ts';
import { customersReport } from '../reports/customer-list.ts';
import type { CustomerListInput } from '../reports/customers.ts';
import { idOf, listInputOf, type ParameterValues } from './report-input.ts';

const text = (description: string): Schema => ({ type: 'string', description });
const moment = (description: string): Schema => ({ type: 'string', format: 'date-time', description });
const number = (description: string): Schema => ({ type: 'number', description });
const integer = (description: string): Schema => ({ type: 'integer', description });
const two = (type: 'string' | 'integer', description: string): Schema => ({
  type: 'array',
  items: { type },
  description,
});
const ids = { type: 'array', items: { type: 'integer' } } as const;
const ONLY = 'Only these customers, by their ids, divided by commas.';
const NONE = 'None of these customers, by their ids, divided by commas.';

/** Filter parameters of customers, in published order. */
export const customerFilters: Schemas = {
  registered_before: moment('Registered then or before.'),
  registered_after: moment('Registered then or after.'),
  match: parameters.match,
  search: text('Stands in what `searchby` names.'),
  searchby: {
    type: 'string',
    enum: ['name', 'username', 'email', 'all'],
    default: 'name',
    description: 'Where `search` looks.',
  },
  name_includes: text(ONLY),
  name_excludes: text(NONE),
  username_includes: text(ONLY),
  username_excludes: text(NONE),
  email_includes: text(ONLY),
  email_excludes: text(NONE),
  country_includes: text('Only customers in these countries: codes, divided by commas.'),
  country_excludes: text('No customers in these countries: codes, divided by commas.'),
  last_active_before: moment('Seen last then or before.'),
  last_active_after: moment('Seen last then or after.'),
  last_active_between: two('string', 'Two moments, in any order.'),
  registered_between: two('string', 'Two moments, in any order.'),
  orders_count_min: integer('The fewest orders.'),
  orders_count_max: integer('The most orders.'),
  orders_count_between: two('integer', 'The fewest and the most orders.'),
  total_spend_min: number('The least that was spent.'),
  total_spend_max: number('The most that was spent.'),
  total_spend_between: two('integer', 'The least and the most that was spent.'),
  avg_order_value_min: number('The least that an order was worth.'),
  avg_order_value_max: number('The most that an order was worth.'),
  avg_order_value_between: two('integer', 'The least and the most that an order was worth.'),
  last_order_before: moment('Ordered last then or before.'),
  last_order_after: moment('Ordered last then or after.'),
};

/** `customerFilters` and the parameters that only lists accept. */
export const customerListFilters = (own: 'customers' | 'include'): Schemas => ({
  ...customerFilters,
  ...(own === 'customers' && { customers: { ...ids, description: 'Only these customers.' } }),
  customers_exclude: { ...ids, description: 'None of these customers.' },
  users: { ...ids, description: 'Only the customers who have these accounts.' },
  filter_empty: {
    type: 'array',
    items: { type: 'string', enum: ['email', 'name', 'country', 'city', 'state', 'postcode'] },
    description: 'What must not be empty.',
  },
  user_type: {
    type: 'string',
    enum: ['all', 'registered', 'guest'],
    default: 'all',
    description: 'Only customers who have an account, or only guests.',
  },
  location_includes: text('Only customers in these countries, or countries and states (`US:CA`), divided by commas.'),
  location_excludes: text('No customers in these countries, or countries and states (`US:CA`), divided by commas.'),
  ...(own === 'include' && { include: { ...ids, description: 'Only these customers.' } }),
});

const idLists = ['name', 'username', 'email'].flatMap((name) => [
  [`${name}_includes`, `${name}Includes`] as const,
  [`${name}_excludes`, `${name}Excludes`] as const,
]);
const textLists = ['country', 'location'].flatMap((name) => [
  [`${name}_includes`, `${name}Includes`] as const,
  [`${name}_excludes`, `${name}Excludes`] as const,
]);
const bounds = ['registered', 'last_active', 'last_order', 'orders_count', 'total_spend', 'avg_order_value'];
const ends = ['before', 'after', 'min', 'max', 'between'];

/** Maps parameters to the input of the customers report. */
export function customerQuestion(given: ParameterValues): CustomerListInput {
  const { search, searchby = 'name', include, id } = given;
  const listed = (value: unknown, read: (item: string) => number | string) =>
    typeof value === 'string' && value.trim() !== '' ? itemsOf(value).map(read) : undefined;
  const question = listInputOf(customersReport, given);
  return {
    ...question,
    asked: {
      ...question.asked,
      ...Object.fromEntries(idLists.map(([name, member]) => [name, listed(given[member], idOf) as readonly number[]])),
      ...Object.fromEntries(
        textLists.map(([name, member]) => [name, listed(given[member], (item) => item) as readonly string[]]),
      ),
      ...(typeof search === 'string' && search !== '' && { [`search_${String(searchby)}`]: [search] }),
      ...(Array.isArray(include) && { customers: include as readonly number[] }),
      ...(typeof id === 'number' && { id: [id] }),
      ...Object.fromEntries(boundNames.map(([name]) => [name, undefined])),
    },
    bounds: Object.fromEntries(boundNames.map(([name, member]) => [name, given[member] as string | undefined])),
  };
}

const boundNames = bounds.flatMap((stem) =>
  ends.map((end) => {
    const name = `${stem}_${end}`;
    return [name, name.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] as const;
  }),
);

/** Items of a comma-separated list; empty items match no customer. */
const itemsOf = (text: string): readonly string[] => text.split(',').map((item) => item.trim());
