import type { Actor } from '../kernel/actor.ts';
import type { StageGates } from '../kernel/concurrency/pipeline.ts';
import type { CatalogueFilter, CatalogueProduct, InstalledPackage } from './extension-catalogue.ts';
import type { LinkedStock } from './product-stock.ts';
import type { ShopSettings } from './shop-settings.ts';
import type { LineStock, OrderChange } from './stored-order.ts';

/** The settings of the shop with their history. */
export interface VersionedSettings {
  readonly settings: ShopSettings;
  /** Those of the installation where none are saved. */
  readonly defaults: ShopSettings;
  /** Raised by each save that changes a setting; 1 before the first. */
  readonly version: number;
}

/** Settings of the shop, stored as one row. */
export interface ShopSettingsStore {
  /** The saved settings merged over the installation's defaults. */
  read(): Promise<ShopSettings>;
  /** As `read`, with the defaults and the version. */
  readVersioned(): Promise<VersionedSettings>;
  /** As `read`, and locks the settings until the surrounding unit of work ends. */
  hold(): Promise<ShopSettings>;
  /** Replaces all settings. */
  save(settings: ShopSettings, now: Date): Promise<void>;
}

/** Kinds of records of the shop that are locked one by one. */
export type LockedRecord = 'product' | 'product_category' | 'customer' | 'coupon' | 'tax_rate' | 'page';

/** Locks of single records of the shop. */
export interface RecordLocks {
  /**
   * Locks a record, a variation among the products, until the surrounding unit of work ends; others read it, and wait to change
   * or delete it. Waits for changes under way. Of an unknown id only others that lock it wait.
   */
  hold(kind: LockedRecord, id: number): Promise<void>;
}

/** Stock movements of orders (docs/spec/inventory.md 16.4); implemented by the inventory context. */
export interface OrderStock {
  /**
   * Reserves, issues, reverses and restocks inside the surrounding unit of work as the changes require, all lines
   * together. Returns the stock to store with each order, in the order of the changes.
   * @throws DomainError `shop_rest_insufficient_stock`
   */
  apply(changes: readonly OrderChange[], actor: Actor): Promise<readonly (readonly LineStock[])[]>;
}

/** Options for writing the facts of orders. */
export interface OrderFactsOptions {
  /** Read after `holdCustomers`. */
  readonly settings: ShopSettings;
  /** Orders the writes of overlapping batches: rows are computed at once, and written when the gates open. */
  readonly gates?: StageGates | undefined;
}

/** Facts of orders for the reports, written in the unit of work that changes the orders; implemented by the analytics context. */
export interface OrderFacts {
  /**
   * Locks the facts of these customers until the surrounding unit of work ends, in ascending order of id, and with them the
   * settings that facts depend on: read the settings after this call, not before.
   */
  holdCustomers(customerIds: readonly number[]): Promise<void>;
  /**
   * Replaces the facts of these orders and their refunds with those after the change; requires `holdCustomers` for the
   * customers.
   */
  write(changes: readonly OrderChange[], options: OrderFactsOptions): Promise<void>;
  /** Recomputes the values derived per customer; a customer without orders gets zeros. */
  refreshCustomers(customerIds: readonly number[]): Promise<void>;
  /** Removes the values derived per customer of deleted customers without facts. */
  forgetCustomers(customerIds: readonly number[]): Promise<void>;
}

/** Facts of products for the reports; implemented by the analytics context. */
export interface ProductFacts {
  /**
   * Remembers products whose categories change in the surrounding unit of work: category roll-ups follow when they are
   * refreshed.
   */
  markProducts(productIds: readonly number[]): Promise<void>;
}

/** Stock of products that are linked to inventory items; implemented by the inventory context. */
export interface LinkedStockReader {
  /**
   * The stock of those of these products and variations that are linked; with `bySku`, an unarchived item with the same
   * SKU counts as a link. A variation without either that manages no stock of its own uses the stock of its product.
   * Expired reservations are not subtracted.
   */
  stockOf(
    productIds: readonly number[],
    options: { readonly bySku: boolean; readonly now: Date },
  ): Promise<readonly LinkedStock[]>;
}

/** The products of the extension catalogue; implemented by the marketplace context. */
export interface ExtensionLookup {
  /**
   * The products of the last good copy that meet the filter, in the order of the catalogue. Empty if no catalogue is configured,
   * none was accepted yet, or the signature of the copy is not trusted any more.
   */
  find(filter: CatalogueFilter): Promise<readonly CatalogueProduct[]>;
}

/** The installed extensions; implemented by the extensions context. */
export interface InstalledPackages {
  /** All of them by slug. */
  list(): Promise<readonly InstalledPackage[]>;
}

/** Ports that the contexts of the shop share. */
export interface CommercePorts {
  readonly shopSettings: ShopSettingsStore;
}

/** Whether the database or another adapter supplies each port. */
export const commercePorts = { shopSettings: 'store', recordLocks: 'store' } as const;
