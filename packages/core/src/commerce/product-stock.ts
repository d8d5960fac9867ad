import { type Quantity, UNIT } from '../kernel/numbers/decimal.ts';
import type { StockStatus as ProductStockStatus, Saleable } from './product.ts';

/** Link of a product or variation (which share one id space) to an inventory item. */
export interface ProductLink {
  readonly productId: number;
  readonly itemId: number;
  /** Quantity of the item per piece sold. */
  readonly unitsPerSale: number;
}

/** Ledger stock of a linked product. */
export interface LinkedStock extends ProductLink {
  /** Whether this is the parent product's stock, shared by a variation without a link of its own. */
  readonly isProducts: boolean;
  /** On hand over all locations less reservations. */
  readonly available: Quantity;
  readonly allowNegative: boolean;
  readonly reorderLevel: Quantity | null;
}

/** Stock fields of a product as published. */
export type PublishedStock = Pick<Saleable, 'manageStock' | 'stockQuantity' | 'stockStatus' | 'lowStockAmount'>;

/** Whole pieces contained in a quantity of an item, rounded down. */
export const piecesOf = (quantity: Quantity, unitsPerSale: number): Quantity =>
  Math.floor(quantity / (unitsPerSale * UNIT)) * UNIT || 0;

export function stockStatusWith(
  quantity: Quantity,
  rules: { readonly noStockAmount: number; readonly allowsMore: boolean },
): ProductStockStatus {
  if (quantity > rules.noStockAmount * UNIT) return 'instock';
  return rules.allowsMore ? 'onbackorder' : 'outofstock';
}

/**
 * Published stock of a product: linked products show the ledger stock of their item instead of their own fields
 * (docs/spec/inventory.md 16.3).
 */
export function publishedStock(
  product: PublishedStock,
  linked: LinkedStock | undefined,
  { noStockAmount }: { readonly noStockAmount: number },
): PublishedStock {
  if (!linked) return product;
  const { available, unitsPerSale, reorderLevel, allowNegative } = linked;
  const stockQuantity = piecesOf(available, unitsPerSale);
  return {
    manageStock: product.manageStock || !linked.isProducts,
    stockQuantity,
    stockStatus: stockStatusWith(stockQuantity, { noStockAmount, allowsMore: allowNegative }),
    lowStockAmount: reorderLevel === null ? product.lowStockAmount : piecesOf(reorderLevel, unitsPerSale),
  };
}
