import type { Customer } from '../../commerce/index.ts';
import { customerRecord } from '../../commerce/index.ts';
import { collectionOf } from '../../kernel/records/collection.ts';
import { accountUnknown, customerExists, customerHasOrders, noSuchCustomer } from '../errors.ts';
import type { OrdersPorts, RecordFilter } from '../ports.ts';

const customers = collectionOf<OrdersPorts, Customer, RecordFilter>({
  word: 'customer',
  schema: customerRecord,
  access: 'manage_store',
  reading: 'manage_store',
  find: (ports, id) => ports.customers.find(id),
  hold: ({ recordLocks }, id) => recordLocks.hold('customer', id),
  nextId: async (ports) => (await ports.customers.nextIds(1))[0],
  defaults: () => ({}),
  save: saveCustomer,
  remove: removeCustomer,
  list: (ports, { filter, page }) => ports.customers.list(filter, page),
  missing: noSuchCustomer,
  exists: customerExists,
  refusals: { remove: [customerHasOrders()] },
});

async function saveCustomer(ports: OrdersPorts, customer: Customer, before: Customer | undefined): Promise<void> {
  const { userId, accountId } = customer;
  if (userId !== null) {
    const key = { userId, email: null };
    await ports.customers.holdKeys([key]);
    if ((await ports.customers.findByKeys([key])).some(({ id }) => id !== customer.id)) throw customerExists();
  }
  if (accountId !== null && accountId !== before?.accountId) await demandAccount(ports, accountId);
  await ports.customers.save([customer], ports.clock.now());
  // A customer without orders is counted with zeros.
  if (!before) await ports.orderFacts.refreshCustomers([customer.id]);
}

/** Only accounts with the role `customer` that are not deleted can be linked. */
async function demandAccount({ users }: OrdersPorts, accountId: number): Promise<void> {
  const account = await users.find(accountId);
  if (account?.shopRole !== 'customer' || account.deletedAt !== null) throw accountUnknown();
}

/** Customers with orders cannot be deleted. The mails to a deleted customer are erased. */
async function removeCustomer(
  { customers: store, orderFacts, mailLog }: OrdersPorts,
  { id, email, accountId }: Customer,
): Promise<void> {
  await orderFacts.holdCustomers([id]);
  const [left] = await store.withoutOrders([id]);
  if (left === undefined) throw customerHasOrders();
  await orderFacts.forgetCustomers([id]);
  await mailLog.erase({ email, userId: accountId });
  await store.remove([id]);
}

/**
 * Creates a customer from its record.
 * @throws DomainError `validation_failed`, `shop_rest_customer_exists`
 */
export const createCustomer = customers.create;
/**
 * Changes members of a customer; `account_id` links an account with the role of a customer.
 * @throws DomainError `shop_rest_customer_invalid_id`, `validation_failed`, `shop_rest_customer_exists`
 */
export const updateCustomer = customers.change;
/**
 * Deletes a customer without orders.
 * @throws DomainError `shop_rest_customer_invalid_id`, `shop_rest_customer_has_orders`
 */
export const deleteCustomer = customers.remove;
/**
 * Reads one customer by id, registered or guest.
 * @throws DomainError `shop_rest_customer_invalid_id`
 */
export const readCustomer = customers.read;
/** Lists customers, one page at a time. */
export const listCustomers = customers.list;
