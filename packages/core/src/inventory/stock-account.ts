import type { Money, Quantity } from '../kernel/decimal.ts';

/** An item, by its id or its sku; with both, they have to belong together. */
export type ItemRef = { readonly id: number; readonly sku?: string | undefined } | { readonly sku: string };
/** A location, by its id or its code; with both, they have to belong together. */
export type LocationRef = { readonly id: number; readonly code?: string | undefined } | { readonly code: string };

/** An item at a location; without one, at the item's default location. */
export interface StockPlace {
  readonly item: ItemRef;
  readonly location: LocationRef | undefined;
}

/** What is known of an item at a location while nobody else can change it. */
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

/** Which half of a place does not exist. */
export interface MissingPlace {
  readonly missing: 'item' | 'location';
}

/** The names of item and location that an account does not answer to, though it was found by another. */
export function misnamed(account: StockAccount, place: StockPlace): 'item' | 'location' | undefined {
  const differs = (given: string | undefined, actual: string) =>
    given !== undefined && given.toLowerCase() !== actual.toLowerCase();
  if (differs(place.item.sku, account.sku)) return 'item';
  return differs(place.location?.code, account.location) ? 'location' : undefined;
}
