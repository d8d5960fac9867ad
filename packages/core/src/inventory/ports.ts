import type { IdempotencyKey } from '../kernel/actor.ts';
import type { Money, Quantity } from '../kernel/numbers/decimal.ts';
import type { Page, PageRequest, SortKey } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { ExportStore, ImportStore } from './bulk/ports.ts';
import type { Category } from './category.ts';
import type { AttributeValue, Item, ItemStockStatus, StockLevel } from './item.ts';
import type { Location } from './location.ts';
import type { Operation, OperationDraft, OperationSource, OperationType, Reference } from './operation.ts';
import type { ShopStockPorts } from './shop/ports.ts';
import type { LocationRef, MissingPlace, StockAccount, StockPlace } from './stock-account.ts';

/** Filter of a list of items; absent members do not restrict. */
export interface ItemFilter {
  /** Part of sku, name, description or barcode, case and accents ignored. */
  readonly q?: string;
  readonly sku?: string;
  readonly barcode?: string;
  /** The category, or null for items in none. */
  readonly categoryId?: number | null;
  readonly includeDescendants?: boolean;
  /** Items with stock at this location. */
  readonly location?: string;
  readonly stockStatus?: ItemStockStatus;
  readonly lowStock?: boolean;
  readonly archived?: boolean | 'any';
  readonly updatedSince?: Date;
  readonly ids?: readonly number[];
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}

/** A filter of items that are counted by stock status. */
export type ItemCountFilter = Omit<ItemFilter, 'stockStatus'>;

/** Fields by which items can be sorted. */
export const itemSortFields = ['id', 'sku', 'name', 'quantity', 'updated_at', 'created_at'] as const;
/** One of `itemSortFields`. */
export type ItemSortField = (typeof itemSortFields)[number];

/** Editable members of an item. */
export type ItemFields = Pick<
  Item,
  | 'name'
  | 'description'
  | 'categoryId'
  | 'unit'
  | 'quantityDecimals'
  | 'reorderLevel'
  | 'defaultLocationId'
  | 'barcode'
  | 'price'
  | 'cost'
  | 'allowNegative'
  | 'attributes'
>;

/** An item to be inserted; without a SKU, one is derived from its id. */
export interface NewItem extends ItemFields {
  readonly sku: string | undefined;
  readonly createdBy: number | null;
}

/** Members of a stored item that an update may change. */
export type ItemChanges = Partial<ItemFields & Pick<Item, 'sku' | 'archived'>>;

/** Repository of items and their balances per location. */
export interface ItemStore {
  /** One page of the matching items, with the total; ties are broken by id. */
  list(filter: ItemFilter, sort: readonly SortKey<ItemSortField>[], page: PageRequest): Promise<Page<Item>>;
  /** Numbers of the matching items by stock status; statuses without items may be absent. */
  countByStatus(filter: ItemCountFilter): Promise<ReadonlyMap<ItemStockStatus, number>>;
  /** Loads an item by id. */
  find(id: number): Promise<Item | undefined>;
  /** Loads an item with its balances, in one query. */
  findWithStock(id: number): Promise<{ readonly item: Item; readonly stock: readonly StockLevel[] } | undefined>;
  /** Finds an item by exact SKU (case-insensitive) or barcode; the SKU takes precedence. */
  findByCode(code: string): Promise<Item | undefined>;
  /** Loads an item and locks it against changes and stock movements until the unit of work ends. */
  findForChange(id: number): Promise<Item | undefined>;
  /**
   * Inserts a new item without stock and assigns its id.
   * @throws DomainError `sku_taken`, `barcode_taken`
   */
  insert(item: NewItem, now: Date): Promise<Item>;
  /**
   * Updates an item and increments its version.
   * @throws DomainError `sku_taken`, `barcode_taken`
   */
  update(id: number, changes: ItemChanges, now: Date): Promise<Item>;
  /** Deletes an item without operations. */
  remove(id: number): Promise<void>;
  /** Whether the ledger or another permanent record refers to the item. */
  isReferredTo(id: number): Promise<boolean>;
  /** Non-zero balances, ordered by location code. */
  stockOf(id: number): Promise<readonly StockLevel[]>;
  /** Balances at a point in time, computed from the ledger by recording time or by time of occurrence. */
  stockAt(id: number, moment: Date, basis: 'recorded' | 'occurred'): Promise<readonly StockLevel[]>;
  /** Whether any balance of the item is negative. */
  hasNegativeStock(id: number): Promise<boolean>;
  /** Largest number of decimals used by a balance of the item. */
  decimalsInUse(id: number): Promise<number>;
}

/** Fields by which categories can be sorted. */
export const categorySortFields = ['path', 'name', 'position', 'id'] as const;
/** One of `categorySortFields`. */
export type CategorySortField = (typeof categorySortFields)[number];

/** Editable members of a category. */
export type CategoryFields = Pick<Category, 'name' | 'parentId' | 'description' | 'position'>;

/** Repository of the category tree. */
export interface CategoryStore {
  /** One page of the matching categories, with the total; `parentId: null` is the root level. */
  list(
    filter: { readonly parentId?: number | null; readonly q?: string },
    sort: readonly SortKey<CategorySortField>[],
    page: PageRequest,
  ): Promise<Page<Category>>;
  /** All categories, at most `limit`; siblings are ordered by position, then name. */
  all(limit: number): Promise<readonly Category[]>;
  /** Loads a category by id. */
  find(id: number): Promise<Category | undefined>;
  /** Whether a category with this id exists. */
  has(id: number): Promise<boolean>;
  /** Locks the tree against concurrent changes until the unit of work ends. */
  holdTree(): Promise<void>;
  /** Number of levels below the category; 0 for a leaf. */
  heightOf(id: number): Promise<number>;
  /**
   * Inserts a new category under its parent.
   * @throws DomainError `category_name_taken`
   */
  insert(category: CategoryFields, now: Date): Promise<Category>;
  /**
   * Updates a category and increments its version; a new parent moves the whole subtree.
   * @throws DomainError `category_name_taken`
   */
  update(id: number, changes: Partial<CategoryFields>, now: Date): Promise<Category>;
  /** Numbers of direct children and items, including archived ones. */
  contentsOf(id: number): Promise<{ readonly children: number; readonly items: number }>;
  /**
   * Moves the direct children and items of a category to another one; null moves children to the root and leaves items
   * without a category.
   * @throws DomainError `category_name_taken`
   */
  moveContents(from: number, to: number | null, now: Date): Promise<void>;
  /** Deletes an empty category. */
  remove(id: number): Promise<void>;
}

/** Fields by which locations can be sorted. */
export const locationSortFields = ['id', 'code', 'name'] as const;
/** One of `locationSortFields`. */
export type LocationSortField = (typeof locationSortFields)[number];

/** Editable members of a location. */
export type LocationFields = Pick<Location, 'code' | 'name' | 'parentId' | 'archived'>;

/** Repository of the storage locations. */
export interface LocationStore {
  /** One page of the matching locations, with the total; archived ones only on request. */
  list(
    filter: { readonly q?: string; readonly archived?: boolean | 'any' },
    sort: readonly SortKey<LocationSortField>[],
    page: PageRequest,
  ): Promise<Page<Location>>;
  /** Loads a location by id or code. */
  find(ref: LocationRef): Promise<Location | undefined>;
  /** Locks the tree of locations against concurrent moves until the unit of work ends. */
  holdTree(): Promise<void>;
  /** Loads a location and locks it against changes and use until the unit of work ends. */
  findForChange(id: number): Promise<Location | undefined>;
  /**
   * Inserts a new location.
   * @throws DomainError `location_code_taken`
   */
  insert(location: LocationFields, now: Date): Promise<Location>;
  /**
   * Updates a location and increments its version.
   * @throws DomainError `location_code_taken`
   */
  update(id: number, changes: Partial<LocationFields>, now: Date): Promise<Location>;
  /** Deletes a location without references. */
  remove(id: number): Promise<void>;
  /** References to the location: ledger entries, non-zero stock, items that default to it, child locations. */
  usesOf(id: number): Promise<{
    readonly history: boolean;
    readonly stock: boolean;
    readonly items: boolean;
    readonly children: boolean;
  }>;
  /** Whether `ancestor` is the location itself or one of its ancestors. */
  isWithin(id: number, ancestor: number): Promise<boolean>;
}

/** Filter of a list of operations; absent members do not restrict. */
export interface OperationFilter {
  readonly itemId?: number;
  readonly sku?: string;
  /** Includes all descendants of the category. */
  readonly categoryId?: number;
  /** Either end of a transfer. */
  readonly location?: string;
  readonly type?: readonly OperationType[];
  readonly userId?: number;
  readonly referenceType?: string;
  readonly referenceId?: string;
  readonly groupId?: string;
  readonly source?: OperationSource;
  readonly occurredFrom?: Date;
  readonly occurredTo?: Date;
  readonly recordedFrom?: Date;
  readonly recordedTo?: Date;
  readonly reversed?: boolean;
  /** Part of note or reason, case and accents ignored. */
  readonly q?: string;
}

/** Fields by which operations can be sorted. */
export const operationSortFields = ['id', 'occurred_at'] as const;
/** One of `operationSortFields`. */
export type OperationSortField = (typeof operationSortFields)[number];

/** Offset page, or cursor page before or after an entry. */
export interface OperationPageRequest extends PageRequest {
  readonly beforeId?: number;
  readonly afterId?: number;
}

/** Period and grouping of a summary. */
export interface SummaryRequest {
  readonly from: Date;
  readonly to: Date;
  readonly interval: 'day' | 'week' | 'month';
  readonly by: 'item' | 'category' | 'none';
}

/** Movements of one interval and one operation type. */
export interface SummaryRow {
  /** First day of the interval in UTC: `2026-11-16`. */
  readonly interval: string;
  readonly type: OperationType;
  readonly itemId: number | null;
  readonly categoryId: number | null;
  readonly quantityIn: Quantity;
  readonly quantityOut: Quantity;
  readonly net: Quantity;
  readonly count: number;
}

/** A stored balance that differs from the sum of the ledger. */
export interface StockDifference {
  readonly itemId: number;
  /** Null for a difference of the total over all locations. */
  readonly locationId: number | null;
  readonly stored: Quantity;
  readonly ledger: Quantity;
}

/** New cost of an item, stored together with the appended entries. */
export interface CostChange {
  readonly itemId: number;
  readonly cost: Money;
}

/** The append-only ledger of stock movements: entries can be neither changed nor removed. */
export interface OperationLedger {
  /**
   * Locks the balances of these places until the unit of work ends and returns their accounts in input order. Locks are
   * acquired in one global order, so that concurrent units of work do not deadlock.
   */
  hold(places: readonly StockPlace[]): Promise<readonly (StockAccount | MissingPlace)[]>;
  /**
   * Appends entries in order and updates the balances of the locked places. `once` is one idempotency key for all
   * entries, or one per entry.
   * @throws DomainError `already_reversed`, `duplicate_reference`, `idempotency_in_progress`
   */
  append(
    drafts: readonly OperationDraft[],
    once?: IdempotencyKey | readonly (IdempotencyKey | undefined)[],
    costs?: readonly CostChange[],
  ): Promise<readonly Operation[]>;
  /**
   * Claims an idempotency key for the surrounding unit of work, or returns the operations recorded under it; keys do
   * not expire.
   */
  claimKey(userId: number, once: IdempotencyKey): Promise<KeyClaim>;
  /** One page of the matching entries; the total counts all matches, whatever the page or cursor. */
  list(
    filter: OperationFilter,
    sort: readonly SortKey<OperationSortField>[],
    page: OperationPageRequest,
  ): Promise<Page<Operation>>;
  /** Loads an entry by id. */
  find(id: number): Promise<Operation | undefined>;
  /** Entries of one batch, in ledger order. */
  findGroup(groupId: string): Promise<readonly Operation[]>;
  /** Entries with any of these references, whatever their `line`, in ledger order. */
  findByReferences(references: readonly Pick<Reference, 'type' | 'id'>[]): Promise<readonly Operation[]>;
  /** Movements per interval, type and item or category, by recording time. */
  summarise(request: SummaryRequest): Promise<readonly SummaryRow[]>;
  /** Recomputes all balances from the ledger and returns those that differ from the stored ones. */
  differences(): Promise<readonly StockDifference[]>;
  /** Resets all balances to the sums of the ledger. */
  rebuildBalances(): Promise<void>;
  /** Keeps the result of a verification in place of the last one. */
  keepVerification(result: { readonly at: Date; readonly differing: number }): Promise<void>;
}

/** State of an idempotency key in the ledger. */
export type KeyClaim =
  | { readonly state: 'fresh' | 'running' }
  | { readonly state: 'done'; readonly fingerprint: string; readonly operations: readonly Operation[] };

/** Ports of the inventory context. */
export interface InventoryPorts extends KernelPorts, ShopStockPorts {
  readonly items: ItemStore;
  readonly categories: CategoryStore;
  readonly locations: LocationStore;
  readonly ledger: OperationLedger;
  readonly exports: ExportStore;
  readonly imports: ImportStore;
}

/** Whether the database or another adapter supplies each port. */
export const inventoryPorts = {
  items: 'store',
  categories: 'store',
  locations: 'store',
  ledger: 'store',
  exports: 'store',
  imports: 'store',
} as const;
