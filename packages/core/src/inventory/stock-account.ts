import type { Money, Quantity } from '../kernel/numbers/decimal.ts';

/** An item, by id or SKU; if both are given, they must match. */
export type ItemRef = { readonly id: number; readonly sku?: string | undefined } | { readonly sku: string };
/** A location, by id or code; if both are given, they must match. */
export type LocationRef = { readonly id: number; readonly code?: string | undefined } | { readonly code: string };

/** An item at a location; without one, at the item's default location. */
export interface StockPlace {
  readonly item: ItemRef;
  readonly location: LocationRef | undefined;
}

/** State of an item at a location, read under a lock. */
export interface StockAccount {
  readonly itemId: number;
  readonly sku: string;
  readonly itemName: string;
  readonly itemArchived: boolean;
  readonly allowNegative: boolean;
  readonly quantityDecimals: number;
  readonly cost: Money | null;
  readonly reorderLevel: Quantity | null;
  /** On hand over all locations. */
  readonly itemQuantity: Quantity;
  readonly locationId: number;
  readonly location: string;
  readonly locationArchived: boolean;
  /** On hand at the location. */
  readonly quantity: Quantity;
}

export interface MissingPlace {
  readonly missing: 'item' | 'location';
}

/** The identifier of a place that contradicts the account found by the other one. */
export function misnamed(account: StockAccount, place: StockPlace): 'item' | 'location' | undefined {
  const differs = (given: string | undefined, actual: string) =>
    given !== undefined && given.toLowerCase() !== actual.toLowerCase();
  if (differs(place.item.sku, account.sku)) return 'item';
  return differs(place.location?.code, account.location) ? 'location' : undefined;
}
