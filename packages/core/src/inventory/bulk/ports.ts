import type { Category } from '../category.ts';
import type { Item, StockLevel } from '../item.ts';
import type { Location } from '../location.ts';
import type { Operation, OperationRequest, Reference } from '../operation.ts';
import type { ItemFilter, NewItem, OperationFilter } from '../ports.ts';
import type { LocationRef } from '../stock-account.ts';

/** An item as a table shows it: what it names is named in words, and its balance is that of one location. */
export interface ItemEntry {
  readonly item: Item;
  readonly categoryPath: readonly string[] | null;
  readonly defaultLocation: string;
  /** The location of the filter, else the default one. */
  readonly location: string;
  /** What lies there. */
  readonly quantity: number;
}

/** Whole lists, read a part at a time in the order of ids. */
export interface ExportStore {
  /** The first of the items that match and have a higher id, at most `limit`. */
  items(filter: ItemFilter, afterId: number, limit: number): Promise<readonly ItemEntry[]>;
  /** The keys of all attributes of the items that match, each once, in alphabetical order. */
  attributeKeys(filter: ItemFilter): Promise<readonly string[]>;
  /** The first of the operations that match and have a higher id, at most `limit`. */
  operations(filter: OperationFilter, afterId: number, limit: number): Promise<readonly Operation[]>;
}

/** Where a category hangs in the tree. */
export type CategoryNode = Pick<Category, 'id' | 'name' | 'parentId'>;

/** An item that is given to be stored, beside what it was before. */
export interface ItemRevision {
  readonly before: Item;
  readonly after: Item;
}

/** An operation that is to be the only one of its type with its reference. */
export interface OnlyReference {
  readonly type: OperationRequest['type'];
  readonly reference: Reference;
}

/** What imports read and write: many things in one statement. */
export interface ImportStore {
  /** Waits until no other unit of work imports, and keeps others waiting until this one ends. */
  holdImports(): Promise<void>;
  /** The ids of the items with these skus (case ignored), each where it was asked for. */
  idsOf(skus: readonly string[]): Promise<readonly (number | undefined)[]>;
  /** The items with these ids, as far as they exist, by id; `forChange` keeps others from changing or moving them. */
  items(ids: readonly number[], forChange: boolean): Promise<readonly Item[]>;
  /** Keeps others from moving the stock of these items, taken in the order of ids, and gives those that exist. */
  holdStock(ids: readonly number[]): Promise<readonly number[]>;
  /** Balances that are not zero, by item. */
  stockOf(ids: readonly number[]): Promise<ReadonlyMap<number, readonly StockLevel[]>>;
  /** Which item has which of these barcodes. */
  holdersOf(barcodes: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** Keeps new items without stock, and gives the id of each; undefined where sku or barcode is taken. */
  insertItems(items: readonly NewItem[], now: Date): Promise<readonly (number | undefined)[]>;
  /**
   * Changes items that are held, raising the version of each by one.
   * @throws DomainError `sku_taken`, `barcode_taken`
   */
  updateItems(revisions: readonly ItemRevision[], now: Date): Promise<void>;
  /** The locations with these names, as far as they exist. */
  locations(refs: readonly LocationRef[]): Promise<readonly Location[]>;
  /** The whole tree. */
  categories(): Promise<readonly CategoryNode[]>;
  /**
   * Keeps new categories, each under a parent that exists, and gives their ids in the order asked.
   * @throws DomainError `category_name_taken`
   */
  insertCategories(
    categories: readonly Pick<CategoryNode, 'name' | 'parentId'>[],
    now: Date,
  ): Promise<readonly number[]>;
  /** The first entry of each of these keys that the user recorded by this route. */
  recordedUnder(userId: number, route: string, keys: readonly string[]): Promise<readonly Operation[]>;
  /** Whether an entry has each of these references already, where it was to be the only one. */
  areTaken(references: readonly OnlyReference[]): Promise<readonly boolean[]>;
}
