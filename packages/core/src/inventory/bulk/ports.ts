import type { Category } from '../category.ts';
import type { Item, StockLevel } from '../item.ts';
import type { Location } from '../location.ts';
import type { Operation, OperationRequest, Reference } from '../operation.ts';
import type { ItemFilter, NewItem, OperationFilter } from '../ports.ts';
import type { LocationRef } from '../stock-account.ts';

/** An exported item: references as names, and its balance at one location. */
export interface ItemEntry {
  readonly item: Item;
  readonly categoryPath: readonly string[] | null;
  readonly defaultLocation: string;
  /** Location of the filter, else the default location of the item. */
  readonly location: string;
  /** Balance at that location. */
  readonly quantity: number;
}

/** Reads lists for exports in chunks, in ascending order of id. */
export interface ExportStore {
  /** Up to `limit` matching items with a higher id than `afterId`. */
  items(filter: ItemFilter, afterId: number, limit: number): Promise<readonly ItemEntry[]>;
  /** Distinct attribute keys of the matching items, in alphabetical order. */
  attributeKeys(filter: ItemFilter): Promise<readonly string[]>;
  /** Up to `limit` matching operations with a higher id than `afterId`. */
  operations(filter: OperationFilter, afterId: number, limit: number): Promise<readonly Operation[]>;
}

/** Position of a category in the tree. */
export type CategoryNode = Pick<Category, 'id' | 'name' | 'parentId'>;

/** An item before and after an update. */
export interface ItemRevision {
  readonly before: Item;
  readonly after: Item;
}

/** Claim that no other operation of this type has the reference. */
export interface OnlyReference {
  readonly type: OperationRequest['type'];
  readonly reference: Reference;
}

/** Set-based reads and writes of imports. */
export interface ImportStore {
  /** Serialises imports: locks until the unit of work ends. */
  holdImports(): Promise<void>;
  /** Ids of the items with these SKUs (case-insensitive), in input order; undefined for unknown ones. */
  idsOf(skus: readonly string[]): Promise<readonly (number | undefined)[]>;
  /** The existing ones of these items, by id; `forChange` locks them against changes and stock movements. */
  items(ids: readonly number[], forChange: boolean): Promise<readonly Item[]>;
  /** Locks the stock of these items in ascending order of id and returns the ids of those that exist. */
  holdStock(ids: readonly number[]): Promise<readonly number[]>;
  /** Non-zero balances by item. */
  stockOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly StockLevel[]>>;
  /** Item ids by barcode. */
  holdersOf(barcodes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Inserts new items without stock and returns their ids in input order; undefined where SKU or barcode is taken. */
  insertItems(items: readonly NewItem[], now: Date): Promise<readonly (number | undefined)[]>;
  /**
   * Updates locked items and increments their versions.
   * @throws DomainError `sku_taken`, `barcode_taken`
   */
  updateItems(revisions: readonly ItemRevision[], now: Date): Promise<void>;
  /** The existing ones of these locations. */
  locations(refs: readonly LocationRef[]): Promise<readonly Location[]>;
  /** All categories of the tree. */
  categories(): Promise<readonly CategoryNode[]>;
  /**
   * Inserts new categories under existing parents and returns their ids in input order.
   * @throws DomainError `category_name_taken`
   */
  insertCategories(
    categories: readonly Pick<CategoryNode, 'name' | 'parentId'>[],
    now: Date,
  ): Promise<readonly number[]>;
  /** First entry recorded by the user under each of these idempotency keys of the route. */
  recordedUnder(userId: number, route: string, keys: readonly string[]): Promise<readonly Operation[]>;
  /** Whether each of these references is already taken by an entry, in input order. */
  areTaken(references: readonly OnlyReference[]): Promise<readonly boolean[]>;
}
