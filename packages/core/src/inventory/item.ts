import type { Money, Quantity } from '../kernel/decimal.ts';

/** A free member of an item: text, number, yes or no, or nothing. */
export type AttributeValue = string | number | boolean | null;
/** What an item carries beyond its fields; at most 50 keys. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** How an item's stock stands against its reorder level. */
export const stockStatuses = ['negative', 'out_of_stock', 'low', 'in_stock'] as const;
/** One of `stockStatuses`. */
export type StockStatus = (typeof stockStatuses)[number];

/** A thing that is kept in stock. Quantities are sums of the ledger and cannot be set. */
export interface Item {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly description: string | null;
  readonly categoryId: number | null;
  readonly unit: string;
  /** How many decimals a quantity of this item may have. */
  readonly quantityDecimals: number;
  /** On hand over all locations. */
  readonly quantity: Quantity;
  /** Held by open orders. */
  readonly reserved: Quantity;
  readonly reorderLevel: Quantity | null;
  readonly defaultLocationId: number;
  readonly barcode: string | null;
  readonly price: Money | null;
  readonly cost: Money | null;
  /** Whether the balance may fall below zero. */
  readonly allowNegative: boolean;
  readonly attributes: Attributes;
  readonly archived: boolean;
  readonly createdBy: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** Raised by every operation, so that caches of the item notice. */
  readonly stockVersion: number;
}

/** What an item is as long as nobody says otherwise. */
export const usualFields = {
  description: null,
  categoryId: null,
  unit: 'pcs',
  quantityDecimals: 4,
  reorderLevel: null,
  barcode: null,
  price: null,
  cost: null,
  allowNegative: false,
  attributes: {},
} as const satisfies Partial<Item>;

/** What lies of an item at one location. */
export interface StockLevel {
  readonly locationId: number;
  readonly location: string;
  readonly quantity: Quantity;
}

/** What can be sold: on hand less reserved. */
export const availableOf = (item: Pick<Item, 'quantity' | 'reserved'>): Quantity => item.quantity - item.reserved;

/** How the stock of an item stands. */
export function stockStatusOf({ quantity, reorderLevel }: Pick<Item, 'quantity' | 'reorderLevel'>): StockStatus {
  if (quantity < 0) return 'negative';
  if (quantity === 0) return 'out_of_stock';
  return reorderLevel !== null && quantity <= reorderLevel ? 'low' : 'in_stock';
}

/** The number an item has when nobody gave it one. */
export const generatedSku = (id: number): string => `ITEM-${String(id).padStart(6, '0')}`;
