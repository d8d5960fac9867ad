import type { StorePorts } from '@backroom/core';
import type { NewUser } from '@backroom/core/identity';
import type {
  CategoryFields,
  Item,
  NewItem,
  Operation,
  OperationDraft,
  StockAccount,
  StockPlace,
} from '@backroom/core/inventory';
import { NOON } from './noon.ts';

/** All stores of one fresh database, and its units of work. */
export interface OpenStores extends StorePorts {
  /** How often a unit of work was repeated because it collided with another. */
  collisions(): number;
  close(): Promise<void>;
}

let names = 0;
/** A word that no other test uses, neither in this process nor in another; it sorts after those made before it in this process. */
export const freshWord = (): string => {
  names += 1;
  return `w${process.pid}x${String(names).padStart(6, '0')}x`;
};

/** A user to be stored. */
export const aNewUser = (changes: Partial<NewUser> = {}): NewUser => ({
  username: freshWord(),
  displayName: null,
  email: null,
  role: 'member',
  shopRole: null,
  isActive: true,
  source: 'local',
  mustChangePassword: false,
  password: null,
  ...changes,
});

/** A category to be stored. */
export const aNewCategory = (changes: Partial<CategoryFields> = {}): CategoryFields => ({
  name: freshWord(),
  parentId: null,
  description: null,
  position: 0,
  ...changes,
});

/** Stores an item of the main location. */
export async function addItem(stores: OpenStores, changes: Partial<NewItem> = {}): Promise<Item> {
  const fields = {
    description: null,
    categoryId: null,
    unit: 'pcs',
    quantityDecimals: 4,
    reorderLevel: null,
    barcode: null,
  };
  const more = { price: null, cost: null, allowNegative: false, attributes: {}, createdBy: null, sku: undefined };
  return stores.items.insert({ name: freshWord(), ...fields, defaultLocationId: 1, ...more, ...changes }, NOON);
}

/** Stores a location. */
export const addLocation = (stores: OpenStores, code = freshWord()) =>
  stores.locations.insert({ code, name: code, parentId: null, archived: false }, NOON);

/** An entry that moves stock of an account, before it is recorded by the system. */
export const anEntry = (
  account: StockAccount,
  delta: number,
  changes: Partial<OperationDraft> = {},
): OperationDraft => ({
  type: delta < 0 ? 'issue' : 'receipt',
  itemId: account.itemId,
  sku: account.sku,
  itemName: account.itemName,
  quantity: Math.abs(delta),
  delta,
  locationId: account.locationId,
  location: account.location,
  balanceBefore: account.quantity,
  balanceAfter: account.quantity + delta,
  toLocationId: null,
  toLocation: null,
  toBalanceAfter: null,
  itemBalanceAfter: account.itemQuantity + delta,
  userId: 1,
  username: 'system',
  unitCost: null,
  reason: null,
  note: null,
  reference: null,
  uniqueReference: false,
  occurredAt: NOON,
  recordedAt: NOON,
  reversesId: null,
  groupId: null,
  source: 'api',
  idempotencyKey: null,
  ...changes,
});

/** Holds one place that exists. */
export async function holdOne({ ledger }: OpenStores, place: StockPlace): Promise<StockAccount> {
  const [account] = await ledger.hold([place]);
  if (account === undefined || 'missing' in account) throw new Error('There is no such place.');
  return account;
}

/** Moves stock of an item in a unit of its own. */
export async function move(
  stores: OpenStores,
  place: StockPlace,
  delta: number,
  changes: Partial<OperationDraft> = {},
): Promise<Operation> {
  const appended = await stores.unitOfWork.run(async () =>
    stores.ledger.append([anEntry(await holdOne(stores, place), delta, changes)]),
  );
  return appended[0] as Operation;
}

/** The place of an item at a location, by default its default one. */
export const at = (item: { readonly id: number }, location?: { readonly id: number }): StockPlace => ({
  item: { id: item.id },
  location: location && { id: location.id },
});

/** Begins a second unit of work while the first holds a lock, and returns the order of their steps. */
export async function orderOf(
  stores: OpenStores,
  first: () => Promise<unknown>,
  second: () => Promise<unknown>,
): Promise<string[]> {
  const order: string[] = [];
  const held = Promise.withResolvers<void>();
  const one = stores.unitOfWork.run(async () => {
    await first();
    held.resolve();
    // Long enough for the second to get there if nothing stood in its way.
    for (let round = 0; round < 15; round += 1) await stores.locations.find({ id: 1 });
    order.push('first');
  });
  await Promise.race([held.promise, one]);
  const two = stores.unitOfWork.run(async () => {
    await second();
    order.push('second');
  });
  await Promise.all([one, two]);
  return order;
}

/** Waits for all, and returns the codes of the refusals; any other error is a failure. */
export async function outcomes(
  works: readonly Promise<unknown>[],
): Promise<{ readonly done: number; readonly refused: readonly string[] }> {
  const settled = await Promise.allSettled(works);
  const refused = settled.flatMap((result) => {
    if (result.status === 'fulfilled') return [];
    const { code, kind } = result.reason as { readonly code?: string; readonly kind?: string };
    if (code === undefined || kind === undefined) throw result.reason;
    return [code];
  });
  return { done: settled.length - refused.length, refused: refused.toSorted() };
}
