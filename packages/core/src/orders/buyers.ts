import type { Customer, Order, OrderDraft, StoredOrder } from '../commerce/index.ts';
import { customerUnknown } from './errors.ts';
import type { CustomerKey, OrdersPorts } from './ports.ts';

/** A draft, and the stored order that it replaces. */
export interface DraftedOrder {
  readonly draft: OrderDraft;
  readonly before: StoredOrder | undefined;
}

/** Customer id of each order, and the customers to be created. */
export interface Buyers {
  readonly idOf: ReadonlyMap<number, number>;
  readonly created: readonly Customer[];
}

type CustomerPorts = Pick<OrdersPorts, 'customers'>;

/**
 * Finds or creates the customer of each order (docs/spec/analytics.md 2.3). `known` are customer ids that are already
 * known to exist; without it the ids named by the drafts are looked up.
 */
export async function findBuyers(
  { customers }: CustomerPorts,
  drafted: readonly DraftedOrder[],
  known?: ReadonlySet<number>,
): Promise<Buyers> {
  const named = known ?? (await namedCustomers({ customers }, drafted));
  const idOf = new Map<number, number>();
  const open: OrderDraft[] = [];
  for (const { draft, before } of drafted) {
    const id = draft.customerId ?? keptOf(draft, before);
    if (id === null) open.push(draft);
    else if (draft.customerId !== null && !named.has(id)) throw customerUnknown();
    else idOf.set(draft.id, id);
  }
  if (open.length === 0) return { idOf, created: [] };
  const found = new Known(await customers.findByKeys(open.map(keyOf)));
  const missing = open.filter((draft) => found.find(draft) === undefined);
  if (missing.length > 0) {
    // A concurrent transaction may be creating the same customer: look again under the lock.
    await customers.holdKeys(missing.map(keyOf));
    for (const each of await customers.findByKeys(missing.map(keyOf))) found.add(each);
  }
  const created = await makeCustomers({ customers }, missing, found);
  for (const draft of open) idOf.set(draft.id, found.find(draft) ?? created.get(draft.id)?.id ?? 0);
  return { idOf, created: [...created.values()] };
}

async function namedCustomers(
  { customers }: CustomerPorts,
  drafted: readonly DraftedOrder[],
): Promise<ReadonlySet<number>> {
  const ids = [...new Set(drafted.flatMap(({ draft }) => draft.customerId ?? []))];
  return new Set((ids.length > 0 ? await customers.findMany(ids) : []).map(({ id }) => id));
}

/** A stored order keeps its customer unless its user id changes. */
const keptOf = (draft: OrderDraft, before: StoredOrder | undefined): number | null =>
  before && draft.userId === before.order.userId ? before.order.customerId : null;

const keyOf = ({ userId, billing: { email } }: OrderDraft): CustomerKey =>
  userId === null ? { userId, email: email.toLowerCase() || null } : { userId, email: null };

/** Index of customers by user id and by e-mail address. */
class Known {
  readonly #byUser = new Map<number, number>();
  readonly #byEmail = new Map<string, Customer>();

  constructor(customers: readonly Customer[]) {
    for (const each of customers) this.add(each);
  }

  /**
   * For an e-mail address shared by several customers, a registered one takes precedence over guests, then the lower
   * id.
   */
  add(customer: Customer): void {
    if (customer.userId !== null) this.#byUser.set(customer.userId, customer.id);
    const email = customer.email?.toLowerCase();
    if (!email) return;
    const other = this.#byEmail.get(email);
    if (!other || isBetter(customer, other)) this.#byEmail.set(email, customer);
  }

  find(draft: OrderDraft): number | undefined {
    const { userId, email } = keyOf(draft);
    if (userId !== null) return this.#byUser.get(userId);
    return email === null ? undefined : this.#byEmail.get(email)?.id;
  }
}

/** Precedence rule of `add`. */
const isBetter = (a: Customer, b: Customer): boolean =>
  (a.userId === null) === (b.userId === null) ? a.id < b.id : a.userId !== null;

async function makeCustomers(
  { customers }: CustomerPorts,
  drafts: readonly OrderDraft[],
  known: Known,
): Promise<ReadonlyMap<number, Customer>> {
  const open = drafts.filter((draft) => known.find(draft) === undefined);
  const ids = open.length > 0 ? await customers.nextIds(open.length) : [];
  const created = new Map<number, Customer>();
  for (const [index, draft] of open.entries()) {
    if (known.find(draft) !== undefined) continue;
    const customer = customerFrom(ids[index] ?? 0, draft);
    known.add(customer);
    created.set(draft.id, customer);
  }
  return created;
}

type BuyerFields = Pick<Order, 'billing' | 'shipping' | 'createdAt' | 'userId'>;

const customerFrom = (id: number, order: BuyerFields): Customer => ({
  id,
  userId: order.userId,
  username: null,
  email: order.billing.email || null,
  ...namesOf(order),
  ...placeOf(order),
  registeredAt: null,
  lastActiveAt: order.createdAt,
  accountId: null,
});

const namesOf = ({ billing, shipping }: BuyerFields): Pick<Customer, 'firstName' | 'lastName'> => ({
  firstName: billing.firstName || shipping?.firstName || null,
  lastName: billing.lastName || shipping?.lastName || null,
});

const placeOf = ({ billing }: BuyerFields): Pick<Customer, 'country' | 'state' | 'city' | 'postcode'> => ({
  country: billing.country || null,
  state: billing.state || null,
  city: billing.city || null,
  postcode: billing.postcode || null,
});

/** A customer updated from the newest order; registered customers keep their own name and e-mail address. */
export const refreshed = (customer: Customer, order: BuyerFields): Customer => ({
  ...customer,
  ...(customer.userId === null && { ...namesOf(order), email: order.billing.email || customer.email }),
  ...placeOf(order),
  lastActiveAt: order.createdAt,
});
