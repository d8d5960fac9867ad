import type { Customer } from '@backroom/core/commerce';
import { fold } from '@backroom/core/kernel';
import { CustomerRow } from '../../rows/shop-order.row.ts';
import { searchText } from '../search.ts';
import type { UpsertRow } from './record-writes.ts';
import { rowRecord } from './row-record.ts';

const computed = ['email_key', 'username_key', 'name_key', 'search_text'] as const;
const { table, target, toRow } = rowRecord<Customer, (typeof computed)[number]>(CustomerRow, {
  computed,
  hasCreatedAt: false,
});
/** Queries for customers; the creation time of one without registration is that of the first write. */
export const customerTable = table;
export const customerTarget = target;

/** The normalised e-mail address for look-ups. */
export const emailKey = (email: string): string => email.toLowerCase();

const fullName = ({ firstName, lastName }: Customer): string =>
  [firstName, lastName]
    .filter((name) => name !== null)
    .join(' ')
    .trim();

export const toCustomerRow = (customer: Customer): UpsertRow =>
  toRow(customer, {
    email_key: customer.email === null ? null : emailKey(customer.email),
    username_key: customer.username === null ? null : fold(customer.username),
    name_key: fold(fullName(customer)),
    search_text: searchText(fullName(customer), customer.email, customer.username),
    created_at: customer.registeredAt,
  });
