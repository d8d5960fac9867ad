import type { Customer } from '@backroom/core/commerce';
import { fold } from '@backroom/core/kernel';
import { searchText } from '../search.ts';
import type { RecordTable } from './record-queries.ts';
import type { UpsertRow, UpsertTarget } from './record-writes.ts';

interface CustomerRecord {
  readonly id: number;
  readonly user_id: number | null;
  readonly username: string | null;
  readonly email: string | null;
  readonly first_name: string | null;
  readonly last_name: string | null;
  readonly country: string | null;
  readonly state: string | null;
  readonly city: string | null;
  readonly postcode: string | null;
  readonly registered_at: Date | null;
  readonly last_active_at: Date | null;
  readonly account_id: number | null;
}

/** Queries for customers; the creation time of one without registration is that of the first write. */
export const customerTable: RecordTable<CustomerRecord, Customer> = {
  table: 'customer',
  columns: `r.id, r.user_id, r.username, r.email, r.first_name, r.last_name, r.country, r.state, r.city, r.postcode,
    r.registered_at, r.last_active_at, r.account_id`,
  created: 'created_at',
  modified: 'modified_at',
  toRecord: (row) => ({
    id: row.id,
    userId: row.user_id,
    username: row.username,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    country: row.country,
    state: row.state,
    city: row.city,
    postcode: row.postcode,
    registeredAt: row.registered_at,
    lastActiveAt: row.last_active_at,
    accountId: row.account_id,
  }),
};

export const customerTarget: UpsertTarget = {
  table: 'customer',
  columns: {
    user_id: 'int',
    username: 'text',
    email: 'text',
    email_key: 'text',
    username_key: 'text',
    first_name: 'text',
    last_name: 'text',
    name_key: 'text',
    country: 'text',
    state: 'text',
    city: 'text',
    postcode: 'text',
    registered_at: 'timestamptz',
    last_active_at: 'timestamptz',
    account_id: 'int',
    search_text: 'text',
  },
};

/** The normalised e-mail address for look-ups. */
export const emailKey = (email: string): string => email.toLowerCase();

const fullName = ({ firstName, lastName }: Customer): string =>
  [firstName, lastName]
    .filter((name) => name !== null)
    .join(' ')
    .trim();

export const toCustomerRow = (customer: Customer): UpsertRow => ({
  id: customer.id,
  user_id: customer.userId,
  username: customer.username,
  email: customer.email,
  email_key: customer.email === null ? null : emailKey(customer.email),
  username_key: customer.username === null ? null : fold(customer.username),
  first_name: customer.firstName,
  last_name: customer.lastName,
  name_key: fold(fullName(customer)),
  country: customer.country,
  state: customer.state,
  city: customer.city,
  postcode: customer.postcode,
  registered_at: customer.registeredAt,
  last_active_at: customer.lastActiveAt,
  account_id: customer.accountId,
  search_text: searchText(fullName(customer), customer.email, customer.username),
  created_at: customer.registeredAt,
});
