import type { BackorderRule, LinkedStockReader, ProductLink, ProductStockStatus } from '../../commerce/index.ts';
import type { Quantity } from '../../kernel/numbers/decimal.ts';
import type { Page, PageRequest } from '../../kernel/page.ts';

/** A link with the names of its product and item. */
export interface ShownLink extends ProductLink {
  /** The product of a variation. */
  readonly parentId: number | null;
  readonly productName: string;
  readonly productSku: string | null;
  readonly itemName: string;
  readonly itemSku: string;
  readonly origin: LinkOrigin;
}

/** The origins of links, in the order in which they take precedence. */
export const linkOrigins = ['link', 'sku', 'product'] as const;
/** Where a link comes from: set for the product itself, an equal SKU, or the product of a variation. */
export type LinkOrigin = (typeof linkOrigins)[number];

/** Filter of a list of links; absent members do not restrict. */
export interface LinkFilter {
  readonly productId?: number;
  readonly itemId?: number;
  /** Adds the links in effect for products without one of their own, as `linksOf` has them. */
  readonly effective?: { readonly bySku: boolean };
}

/** Repository of the links between products and inventory items. */
export interface ProductLinkStore extends LinkedStockReader {
  /**
   * The links of these products and variations; with `bySku`, those without a link of their own are linked to the
   * unarchived item with the same SKU. A variation with neither that manages no stock of its own inherits the link of
   * its product.
   */
  linksOf(productIds: readonly number[], bySku: boolean): Promise<readonly ProductLink[]>;
  /** One page of the matching links, by product id: the explicit ones unless the filter says `effective`. */
  list(filter: LinkFilter, page: PageRequest): Promise<Page<ShownLink>>;
  /**
   * Upserts the link of a product.
   * @throws DomainError `shop_rest_product_invalid_id`, `item_not_found`
   */
  save(link: ProductLink): Promise<void>;
  /** Deletes the link of a product; false if there was none. */
  remove(productId: number): Promise<boolean>;
}

/** Stock reserved for an order line and not yet issued. */
export interface Reservation {
  readonly orderId: number;
  readonly lineId: number;
  readonly itemId: number;
  readonly quantity: Quantity;
  readonly expiresAt: Date;
}

/** An item locked against stock movements. */
export interface HeldItem {
  readonly itemId: number;
  /** Reserved by all orders, including those being changed. */
  readonly reserved: Quantity;
  /** Unarchived locations with stock of the item, in ascending order of id. */
  readonly locationIds: readonly number[];
}

/** Repository of reservations; `reserved` of an item always equals their sum. */
export interface ReservationStore {
  /**
   * Locks these items, and the items reserved by these orders, against movements and reservations until the surrounding
   * unit of work ends; locks are acquired in ascending order of item id. Expired reservations of the items are deleted
   * first.
   */
  hold(
    wanted: { readonly itemIds: readonly number[]; readonly orderIds: readonly number[] },
    now: Date,
  ): Promise<{ readonly items: readonly HeldItem[]; readonly own: readonly Reservation[] }>;
  /** Deletes and inserts reservations of locked items. */
  change(changes: {
    readonly released: readonly Pick<Reservation, 'orderId' | 'lineId' | 'itemId'>[];
    readonly made: readonly Reservation[];
  }): Promise<void>;
  /** Deletes a batch of expired reservations and returns the affected item ids; empty when none are left. */
  expire(now: Date): Promise<readonly number[]>;
}

/** Reference to a product or variation in a stock list. */
export interface ProductRef {
  readonly productId?: number;
  readonly sku?: string;
}

/** A product or variation whose stock is synchronised. */
export interface SyncedProduct {
  readonly id: number;
  readonly sku: string | null;
  readonly manageStock: boolean;
  readonly stockQuantity: Quantity | null;
  readonly stockStatus: ProductStockStatus;
  readonly backorders: BackorderRule;
  readonly lowStockAmount: Quantity | null;
  /** Timestamp of the newest accepted update. */
  readonly reportedAt: Date | null;
}

/** An applied update with its request id; repeated request ids are applied once. */
export interface SyncRequest {
  readonly requestId: string;
  readonly productId: number;
  readonly mode: 'set' | 'delta';
  readonly quantity: Quantity;
}

/** Changes to be saved by a stock synchronisation. */
export interface SyncOutcome {
  /** New stock of products without a link to an item. */
  readonly stocks: readonly Pick<SyncedProduct, 'id' | 'stockQuantity' | 'stockStatus'>[];
  readonly reported: readonly { readonly productId: number; readonly at: Date }[];
  readonly requests: readonly SyncRequest[];
}

/** Repository of the stock synchronisation. */
export interface StockSyncStore {
  /** Locks these request ids until the unit of work ends and returns the updates already applied under them. */
  holdRequests(requestIds: readonly string[]): Promise<readonly SyncRequest[]>;
  /**
   * Locks the product or variation of each reference until the unit of work ends; the id takes precedence over the SKU.
   */
  holdProducts(refs: readonly ProductRef[]): Promise<readonly (SyncedProduct | undefined)[]>;
  /** Saves new stock and timestamps of locked products, and the applied request ids. */
  save(outcome: SyncOutcome, now: Date): Promise<void>;
}

/** Ports of the stock of shop orders and products. */
export interface ShopStockPorts {
  readonly productLinks: ProductLinkStore;
  readonly reservations: ReservationStore;
  readonly stockSync: StockSyncStore;
}

/** Whether the database or another adapter supplies each port. */
export const shopStockPorts = { productLinks: 'store', reservations: 'store', stockSync: 'store' } as const;
