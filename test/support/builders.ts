import { type Actor, anonymous, capabilitiesOf, type UnitOfWork } from '@backroom/core';
import type { User } from '@backroom/core/identity';
import type { RequestBody, RestRequest } from '@backroom/core/interface';
import type { Category, Item, Location, Operation, StockAccount } from '@backroom/core/inventory';
import { NOON } from '@backroom/testing/builders';

/** An account of a member by default. */
export const aUser = (changes: Partial<User> = {}): User => ({
  userId: 7,
  username: 'mara',
  displayName: 'Mara Lind',
  email: 'mara@example.org',
  role: 'member',
  shopRole: null,
  isActive: true,
  source: 'local',
  externalId: null,
  mustChangePassword: false,
  lastLoginAt: null,
  lastLoginSource: null,
  isSystem: false,
  createdAt: NOON,
  updatedAt: NOON,
  deletedAt: null,
  version: 1,
  ...changes,
});

/** A member who signed in with a token by default. */
export const aMember = (changes: Partial<Actor> = {}): Actor => ({
  ...anonymous,
  userId: 7,
  username: 'mara',
  role: 'member',
  capabilities: capabilitiesOf('member', 'contribute'),
  via: 'bearer',
  ...changes,
});

/** An administrator who signed in with a token by default. */
export const anAdministrator = (changes: Partial<Actor> = {}): Actor => ({
  ...anonymous,
  userId: 1,
  username: 'ada',
  role: 'admin',
  capabilities: capabilitiesOf('admin', 'contribute'),
  via: 'bearer',
  ...changes,
});

/** An item without stock by default. */
export const anItem = (changes: Partial<Item> = {}): Item => ({
  id: 11,
  sku: 'LAMP-1',
  name: 'Desk lamp',
  description: null,
  categoryId: null,
  unit: 'pcs',
  quantityDecimals: 4,
  quantity: 0,
  reserved: 0,
  reorderLevel: null,
  defaultLocationId: 1,
  barcode: null,
  price: null,
  cost: null,
  allowNegative: false,
  attributes: {},
  archived: false,
  createdBy: 7,
  createdAt: NOON,
  updatedAt: NOON,
  version: 1,
  stockVersion: 0,
  ...changes,
});

/** A category at the top with nothing in it by default. */
export const aCategory = (changes: Partial<Category> = {}): Category => {
  const { id = 3, name = 'Lamps' } = changes;
  return {
    id,
    name,
    parentId: null,
    description: null,
    position: 0,
    path: [{ id, name }],
    itemCount: 0,
    totalItemCount: 0,
    createdAt: NOON,
    updatedAt: NOON,
    version: 1,
    ...changes,
  };
};

/** The main location by default. */
export const aLocation = (changes: Partial<Location> = {}): Location => ({
  id: 1,
  code: 'MAIN',
  name: 'Main store',
  parentId: null,
  archived: false,
  createdAt: NOON,
  updatedAt: NOON,
  version: 1,
  ...changes,
});

/** An item at the main location with nothing there by default. */
export const anAccount = (changes: Partial<StockAccount> = {}): StockAccount => ({
  itemId: 11,
  sku: 'LAMP-1',
  itemName: 'Desk lamp',
  itemArchived: false,
  allowNegative: false,
  quantityDecimals: 4,
  cost: null,
  reorderLevel: null,
  itemQuantity: changes.quantity ?? 0,
  locationId: 1,
  location: 'MAIN',
  locationArchived: false,
  quantity: 0,
  ...changes,
});

/** A receipt of one at the main location by default. */
export const anOperation = (changes: Partial<Operation> = {}): Operation => ({
  id: 101,
  type: 'receipt',
  itemId: 11,
  sku: 'LAMP-1',
  itemName: 'Desk lamp',
  quantity: 10_000,
  delta: 10_000,
  locationId: 1,
  location: 'MAIN',
  balanceBefore: 0,
  balanceAfter: 10_000,
  toLocationId: null,
  toLocation: null,
  toBalanceAfter: null,
  itemBalanceAfter: 10_000,
  userId: 7,
  username: 'mara',
  unitCost: null,
  reason: null,
  note: null,
  reference: null,
  uniqueReference: false,
  occurredAt: NOON,
  recordedAt: NOON,
  reversesId: null,
  reversedById: null,
  groupId: null,
  source: 'api',
  idempotencyKey: null,
  ...changes,
});

/** What a request consists of where a test cares; the rest is empty. */
export interface RequestParts {
  readonly method?: string;
  readonly path?: string;
  readonly prefix?: string;
  readonly query?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
  /** The members of a JSON body, or what reading the body throws. */
  readonly body?: Readonly<Record<string, unknown>> | Error;
}

/** A request as an interface hands it to the core. */
export const aRequest = ({ body, headers = {}, ...parts }: RequestParts = {}): RestRequest => ({
  method: 'GET',
  path: '/',
  prefix: '',
  query: [],
  header: (name) => headers[name],
  body: async (): Promise<RequestBody> => {
    if (body instanceof Error) throw body;
    return body === undefined ? { kind: 'none' } : { kind: 'json', value: body };
  },
  fingerprint: () => JSON.stringify([parts.path, parts.query, body]),
  origin: { requestId: 'request-1' },
  ...parts,
});

/** Does the work and nothing else. */
export const aUnitOfWork: UnitOfWork = {
  run: (work) => work(),
  afterCommit: () => {},
  gather: () => {},
  closing: (work) => work(),
  runAs: (_, work) => work(),
  limited: (work) => work(),
  unlimited: (work) => work(),
};
