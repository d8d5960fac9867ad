import type { Capability } from '../kernel/capability.ts';
import type { Amount } from '../kernel/numbers/amount.ts';

/** Kinds of records that a search finds, in the order of the answer. */
export const searchKinds = ['orders', 'customers', 'products', 'items'] as const;
/** One of `searchKinds`. */
export type SearchKind = (typeof searchKinds)[number];

/** The capability that reads each kind. */
export const readersOf: Readonly<Record<SearchKind, Capability>> = {
  orders: 'manage_store',
  customers: 'manage_store',
  products: 'manage_store',
  items: 'read_inventory',
};

/** An order as search finds it. */
export interface OrderHit {
  readonly id: number;
  readonly number: string | null;
  readonly status: string;
  readonly createdAt: Date;
  readonly total: Amount;
  readonly currency: string;
  readonly customerId: number | null;
  readonly name: string;
  readonly email: string;
}

/** A customer as search finds it. */
export interface CustomerHit {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly username: string | null;
}

/** A product or variation as search finds it. */
export interface ProductHit {
  readonly id: number;
  /** The product of a variation. */
  readonly productId: number | null;
  readonly name: string;
  readonly sku: string | null;
  readonly status: string;
}

/** An item as search finds it. */
export interface ItemHit {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly barcode: string | null;
  readonly archived: boolean;
}

/** What a search found; kinds that were not searched are absent. */
export interface SearchResult {
  readonly orders?: readonly OrderHit[];
  readonly customers?: readonly CustomerHit[];
  readonly products?: readonly ProductHit[];
  readonly items?: readonly ItemHit[];
}
