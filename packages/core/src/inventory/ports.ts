import type { IdempotencyKey } from '../kernel/actor.ts';
import type { Money, Quantity } from '../kernel/decimal.ts';
import type { Page, PageRequest, SortKey } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { ExportStore, ImportStore } from './bulk/ports.ts';
import type { Category } from './category.ts';
import type { AttributeValue, Item, StockLevel, StockStatus } from './item.ts';
import type { Location } from './location.ts';
import type { Operation, OperationDraft, OperationSource, OperationType, Reference } from './operation.ts';
import type { ShopStockPorts } from './shop/ports.ts';
import type { LocationRef, MissingPlace, StockAccount, StockPlace } from './stock-account.ts';

/** Which items a list shows; an absent member does not restrict. */
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
  readonly stockStatus?: StockStatus;
  readonly lowStock?: boolean;
  readonly archived?: boolean | 'any';
  readonly updatedSince?: Date;
  readonly ids?: readonly number[];
  readonly attributes?: Readonly<Record<string, AttributeValue>>;
}

/** What a list of items can be sorted by. */
export const itemSortFields = ['id', 'sku', 'name', 'quantity', 'updated_at', 'created_at'] as const;
/** One of `itemSortFields`. */
export type ItemSortField = (typeof itemSortFields)[number];

/** Members of an item that somebody decides. */
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

/** An item to be stored; without a sku it gets one made from its id. */
export interface NewItem extends ItemFields {
  readonly sku: string | undefined;
  readonly createdBy: number | null;
}

/** Members of a stored item that can change. */
export type ItemChanges = Partial<ItemFields & Pick<Item, 'sku' | 'archived'>>;

/** What is kept in stock, and how much of it is where. */
export interface ItemStore {
  /** One page of the items that match, ties broken by id. */
  list(filter: ItemFilter, sort: readonly SortKey<ItemSortField>[], page: PageRequest): Promise<Page<Item>>;
  /** The item with this id. */
  find(id: number): Promise<Item | undefined>;
  /** The item with this id and what lies of it where, in one look. */
  findWithStock(id: number): Promise<{ readonly item: Item; readonly stock: readonly StockLevel[] } | undefined>;
  /** The item whose sku (case ignored) or barcode is exactly this; the sku goes first. */
  findByCode(code: string): Promise<Item | undefined>;
  /** The item, which no other unit of work can change or move until this one ends. */
  findForChange(id: number): Promise<Item | undefined>;
  /**
   * Keeps a new item under a new id, with no stock.
   * @throws DomainError `sku_taken`, `barcode_taken`
   */
  insert(item: NewItem, now: Date): Promise<Item>;
  /**
   * Changes an item, raising its version by one.
   * @throws DomainError `sku_taken`, `barcode_taken`
   */
  update(id: number, changes: ItemChanges, now: Date): Promise<Item>;
  /** Removes an item that never had an operation. */
  remove(id: number): Promise<void>;
  /** Whether the ledger or anything else that lasts names the item. */
  isReferredTo(id: number): Promise<boolean>;
  /** Balances that are not zero, by location code. */
  stockOf(id: number): Promise<readonly StockLevel[]>;
  /** Balances as they were at a moment, computed from the ledger by recording time or by time of occurrence. */
  stockAt(id: number, moment: Date, basis: 'recorded' | 'occurred'): Promise<readonly StockLevel[]>;
  /** Whether some balance of the item is below zero. */
  hasNegativeStock(id: number): Promise<boolean>;
  /** The most decimals that a balance of the item needs. */
  decimalsInUse(id: number): Promise<number>;
}

/** What a list of categories can be sorted by. */
export const categorySortFields = ['path', 'name', 'position', 'id'] as const;
/** One of `categorySortFields`. */
export type CategorySortField = (typeof categorySortFields)[number];

/** Members of a category that somebody decides. */
export type CategoryFields = Pick<Category, 'name' | 'parentId' | 'description' | 'position'>;

/** The tree of categories. */
export interface CategoryStore {
  /** One page of the categories that match; `parentId: null` is the top level. */
  list(
    filter: { readonly parentId?: number | null; readonly q?: string },
    sort: readonly SortKey<CategorySortField>[],
    page: PageRequest,
  ): Promise<Page<Category>>;
  /** Every category, siblings ordered by position, then name, at most `limit`. */
  all(limit: number): Promise<readonly Category[]>;
  /** The category with this id. */
  find(id: number): Promise<Category | undefined>;
  /** Whether there is a category with this id. */
  has(id: number): Promise<boolean>;
  /** Waits until no other unit of work changes the tree, and keeps others waiting until this one ends. */
  holdTree(): Promise<void>;
  /** How many levels lie below the category; 0 for a leaf. */
  heightOf(id: number): Promise<number>;
  /**
   * Keeps a new category under its parent.
   * @throws DomainError `category_name_taken`
   */
  insert(category: CategoryFields, now: Date): Promise<Category>;
  /**
   * Changes a category, raising its version by one; a new parent takes everything below along.
   * @throws DomainError `category_name_taken`
   */
  update(id: number, changes: Partial<CategoryFields>, now: Date): Promise<Category>;
  /** Children and items directly in it, archived ones too. */
  contentsOf(id: number): Promise<{ readonly children: number; readonly items: number }>;
  /**
   * Moves children and items directly in one category into another, or to the top and into none.
   * @throws DomainError `category_name_taken`
   */
  moveContents(from: number, to: number | null, now: Date): Promise<void>;
  /** Removes a category with nothing in it. */
  remove(id: number): Promise<void>;
}

/** What a list of locations can be sorted by. */
export const locationSortFields = ['id', 'code', 'name'] as const;
/** One of `locationSortFields`. */
export type LocationSortField = (typeof locationSortFields)[number];

/** Members of a location that somebody decides. */
export type LocationFields = Pick<Location, 'code' | 'name' | 'parentId' | 'archived'>;

/** The places where stock lies. */
export interface LocationStore {
  /** One page of the locations that match; archived ones only when asked for. */
  list(
    filter: { readonly q?: string; readonly archived?: boolean | 'any' },
    sort: readonly SortKey<LocationSortField>[],
    page: PageRequest,
  ): Promise<Page<Location>>;
  /** The location of this name. */
  find(ref: LocationRef): Promise<Location | undefined>;
  /** Waits until no other unit of work moves locations in their tree, and keeps others waiting until this one ends. */
  holdTree(): Promise<void>;
  /** The location, which no other unit of work can change or use until this one ends. */
  findForChange(id: number): Promise<Location | undefined>;
  /**
   * Keeps a new location.
   * @throws DomainError `location_code_taken`
   */
  insert(location: LocationFields, now: Date): Promise<Location>;
  /**
   * Changes a location, raising its version by one.
   * @throws DomainError `location_code_taken`
   */
  update(id: number, changes: Partial<LocationFields>, now: Date): Promise<Location>;
  /** Removes a location that nothing refers to. */
  remove(id: number): Promise<void>;
  /** What refers to the location: ledger rows, stock that is not zero, items whose default it is, locations below it. */
  usesOf(id: number): Promise<{
    readonly history: boolean;
    readonly stock: boolean;
    readonly items: boolean;
    readonly children: boolean;
  }>;
  /** Whether `ancestor` is the location itself or lies above it. */
  isWithin(id: number, ancestor: number): Promise<boolean>;
}

/** Which operations a list shows; an absent member does not restrict. */
export interface OperationFilter {
  readonly itemId?: number;
  readonly sku?: string;
  /** The category with everything below it. */
  readonly categoryId?: number;
  /** Either end of the movement. */
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

/** What a list of operations can be sorted by. */
export const operationSortFields = ['id', 'occurred_at'] as const;
/** One of `operationSortFields`. */
export type OperationSortField = (typeof operationSortFields)[number];

/** Which part of the ledger is wanted: a page, or what comes before or after an entry. */
export interface OperationPageRequest extends PageRequest {
  readonly beforeId?: number;
  readonly afterId?: number;
}

/** How a summary is divided. */
export interface SummaryRequest {
  readonly from: Date;
  readonly to: Date;
  readonly interval: 'day' | 'week' | 'month';
  readonly by: 'item' | 'category' | 'none';
}

/** What moved in one interval by one type of operation. */
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

/** A stored balance that is not the sum of the ledger. */
export interface StockDifference {
  readonly itemId: number;
  /** Null where the total over all locations differs. */
  readonly locationId: number | null;
  readonly stored: Quantity;
  readonly ledger: Quantity;
}

/** What an append leaves to be stored beside the entries. */
export interface CostChange {
  readonly itemId: number;
  readonly cost: Money;
}

/** The ledger of stock movements. Append-only: there is no way to change or remove an entry. */
export interface OperationLedger {
  /** Gives what is known of each place, in the order asked, and keeps others from moving that stock until the unit of work ends. Places are locked in one order, so units never wait for each other in a circle. */
  hold(places: readonly StockPlace[]): Promise<readonly (StockAccount | MissingPlace)[]>;
  /**
   * Adds entries in order and brings the balances of held places to what the entries say. All of them stand under one key,
   * or each under its own.
   * @throws DomainError `already_reversed`, `duplicate_reference`, `idempotency_in_progress`
   */
  append(
    drafts: readonly OperationDraft[],
    once?: IdempotencyKey | readonly (IdempotencyKey | undefined)[],
    costs?: readonly CostChange[],
  ): Promise<readonly Operation[]>;
  /** Reserves a key for the surrounding unit of work, or gives what was recorded under it, however long ago. */
  claimKey(userId: number, once: IdempotencyKey): Promise<KeyClaim>;
  /** One part of the ledger. The total counts all that match, whatever part was asked for. */
  list(
    filter: OperationFilter,
    sort: readonly SortKey<OperationSortField>[],
    page: OperationPageRequest,
  ): Promise<Page<Operation>>;
  /** The entry with this id. */
  find(id: number): Promise<Operation | undefined>;
  /** The entries of one batch, in ledger order. */
  findGroup(groupId: string): Promise<readonly Operation[]>;
  /** The entries of any of these references, whatever their line, in ledger order. */
  findByReferences(references: readonly Pick<Reference, 'type' | 'id'>[]): Promise<readonly Operation[]>;
  /** Movements per interval, type and item or category, by time of recording. */
  summarise(request: SummaryRequest): Promise<readonly SummaryRow[]>;
  /** Recomputes every balance from the ledger and gives those that differ. */
  differences(): Promise<readonly StockDifference[]>;
  /** Sets every balance to the sum of the ledger. */
  rebuildBalances(): Promise<void>;
}

/** What became of a key in the ledger. */
export type KeyClaim =
  | { readonly state: 'fresh' | 'running' }
  | { readonly state: 'done'; readonly fingerprint: string; readonly operations: readonly Operation[] };

/** What the inventory context needs. */
export interface InventoryPorts extends KernelPorts, ShopStockPorts {
  readonly items: ItemStore;
  readonly categories: CategoryStore;
  readonly locations: LocationStore;
  readonly ledger: OperationLedger;
  readonly exports: ExportStore;
  readonly imports: ImportStore;
}
