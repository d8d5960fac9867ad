import type { BackorderRule, LinkedStockReader, ProductLink, ProductStockStatus } from '../../commerce/index.ts';
import type { Quantity } from '../../kernel/decimal.ts';
import type { Page, PageRequest } from '../../kernel/page.ts';

/** A link as people look at it. */
export interface ShownLink extends ProductLink {
  readonly productName: string;
  readonly productSku: string | null;
  readonly itemName: string;
  readonly itemSku: string;
}

/** Which links a list shows; an absent member does not restrict. */
export interface LinkFilter {
  readonly productId?: number;
  readonly itemId?: number;
}

/** Which products are which items. */
export interface ProductLinkStore extends LinkedStockReader {
  /**
   * The links of these products and variations, as far as they have one; with `bySku` also to the item that has the same
   * sku and is not archived, where there is no link of their own. A variation without either that manages no stock of its
   * own is what its product is.
   */
  linksOf(productIds: readonly number[], bySku: boolean): Promise<readonly ProductLink[]>;
  /** One page of the links of their own that match, by product. */
  list(filter: LinkFilter, page: PageRequest): Promise<Page<ShownLink>>;
  /**
   * Keeps a link in place of what was there.
   * @throws DomainError `shop_rest_product_invalid_id`, `item_not_found`
   */
  save(link: ProductLink): Promise<void>;
  /** Forgets the link of a product, and tells whether there was one. */
  remove(productId: number): Promise<boolean>;
}

/** What a line of an order holds without having taken it. */
export interface Reservation {
  readonly orderId: number;
  readonly lineId: number;
  readonly itemId: number;
  readonly quantity: Quantity;
  readonly expiresAt: Date;
}

/** An item whose stock nobody else moves for now. */
export interface HeldItem {
  readonly itemId: number;
  /** By all orders, those of the asker included. */
  readonly reserved: Quantity;
  /** Locations that are in use and where some of it lies, in ascending order. */
  readonly locationIds: readonly number[];
}

/** What orders hold; what an item has reserved is always the sum of it. */
export interface ReservationStore {
  /**
   * Keeps others from moving or reserving these items, and those that these orders hold, until the surrounding unit of work
   * ends; items are taken in ascending order. What has expired of them is forgotten first.
   */
  hold(
    wanted: { readonly itemIds: readonly number[]; readonly orderIds: readonly number[] },
    now: Date,
  ): Promise<{ readonly items: readonly HeldItem[]; readonly own: readonly Reservation[] }>;
  /** Forgets reservations of lines and keeps others, of items that are held. */
  change(changes: {
    readonly released: readonly Pick<Reservation, 'orderId' | 'lineId' | 'itemId'>[];
    readonly made: readonly Reservation[];
  }): Promise<void>;
  /** Forgets some of those that have expired, and gives the items they were of; none when all are forgotten. */
  expire(now: Date): Promise<readonly number[]>;
}

/** What a stock list names: a product or a variation. */
export interface ProductRef {
  readonly productId?: number;
  readonly sku?: string;
}

/** A product whose stock is about to be told. */
export interface SyncedProduct {
  readonly id: number;
  readonly sku: string | null;
  readonly manageStock: boolean;
  readonly stockQuantity: Quantity | null;
  readonly stockStatus: ProductStockStatus;
  readonly backorders: BackorderRule;
  readonly lowStockAmount: Quantity | null;
  /** How old the newest news is that was believed. */
  readonly toldAt: Date | null;
}

/** A change that is made once only, by the name its sender gave it. */
export interface SyncRequest {
  readonly requestId: string;
  readonly productId: number;
  readonly mode: 'set' | 'delta';
  readonly quantity: Quantity;
}

/** What became of products. */
export interface SyncOutcome {
  /** Products that keep their own stock. */
  readonly stocks: readonly Pick<SyncedProduct, 'id' | 'stockQuantity' | 'stockStatus'>[];
  readonly told: readonly { readonly productId: number; readonly at: Date }[];
  readonly requests: readonly SyncRequest[];
}

/** What lists of stock from elsewhere read and leave. */
export interface StockSyncStore {
  /** Keeps others who bring names waiting until the unit of work ends, and gives what was done under these before. */
  holdRequests(requestIds: readonly string[]): Promise<readonly SyncRequest[]>;
  /** The product or variation of each reference, by its id where it has one, which nobody else can change until the unit of work ends. */
  holdProducts(refs: readonly ProductRef[]): Promise<readonly (SyncedProduct | undefined)[]>;
  /** Keeps what became of products that are held, and the names of what was done. */
  save(outcome: SyncOutcome, now: Date): Promise<void>;
}

/** What ties the stockroom to the shop. */
export interface ShopStockPorts {
  readonly productLinks: ProductLinkStore;
  readonly reservations: ReservationStore;
  readonly stockSync: StockSyncStore;
}
