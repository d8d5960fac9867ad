import type { Money, Quantity } from '../kernel/numbers/decimal.ts';

/** Value of a custom attribute. */
export type AttributeValue = string | number | boolean | null;
/** Custom attributes of an item; at most 50 keys. */
export type Attributes = Readonly<Record<string, AttributeValue>>;

/** Stock status relative to zero and to the reorder level. */
export const stockStatuses = ['negative', 'out_of_stock', 'low', 'in_stock'] as const;
export type ItemStockStatus = (typeof stockStatuses)[number];

/** An item kept in stock. Quantities are sums of the ledger and cannot be set. */
export interface Item {
  readonly id: number;
  readonly sku: string;
  readonly name: string;
  readonly description: string | null;
  readonly categoryId: number | null;
  readonly unit: string;
  /** Number of decimals permitted in quantities of this item. */
  readonly quantityDecimals: number;
  /** On hand over all locations. */
  readonly quantity: Quantity;
  /** Reserved by open orders. */
  readonly reserved: Quantity;
  readonly reorderLevel: Quantity | null;
  readonly defaultLocationId: number;
  readonly barcode: string | null;
  readonly price: Money | null;
  readonly cost: Money | null;
  /** Whether balances may become negative. */
  readonly allowNegative: boolean;
  readonly attributes: Attributes;
  readonly archived: boolean;
  readonly createdBy: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly version: number;
  /** Incremented by every operation, so that cached representations are invalidated. */
  readonly stockVersion: number;
}

/** Default values of a new item. */
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

/** Balance of an item at one location. */
export interface StockLevel {
  readonly locationId: number;
  readonly location: string;
  readonly quantity: Quantity;
}

/** Quantity available for sale: on hand less reserved. */
export const availableOf = (item: Pick<Item, 'quantity' | 'reserved'>): Quantity => item.quantity - item.reserved;

export function stockStatusOf({ quantity, reorderLevel }: Pick<Item, 'quantity' | 'reorderLevel'>): ItemStockStatus {
  if (quantity < 0) return 'negative';
  if (quantity === 0) return 'out_of_stock';
  return reorderLevel !== null && quantity <= reorderLevel ? 'low' : 'in_stock';
}

/** SKU of an item created without one. */
export const generatedSku = (id: number): string => `ITEM-${String(id).padStart(6, '0')}`;
