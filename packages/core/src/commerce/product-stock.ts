import { type Quantity, UNIT } from '../kernel/decimal.ts';
import type { StockStatus as ProductStockStatus, Saleable } from './product.ts';

/** The inventory item of a product or variation; the two share one space of ids. */
export interface ProductLink {
  readonly productId: number;
  readonly itemId: number;
  /** Quantity of the item per piece sold. */
  readonly unitsPerSale: number;
}

/** The stock of a linked product, by the inventory. */
export interface LinkedStock extends ProductLink {
  /** Whether it is the stock of the product, shared by a variation without a link of its own. */
  readonly isProducts: boolean;
  /** On hand over all locations less reservations. */
  readonly available: Quantity;
  readonly allowNegative: boolean;
  readonly reorderLevel: Quantity | null;
}

/** The stock of a product as it is published. */
export type PublishedStock = Pick<Saleable, 'manageStock' | 'stockQuantity' | 'stockStatus' | 'lowStockAmount'>;

/** Whole pieces in a quantity of an item. */
export const piecesOf = (quantity: Quantity, unitsPerSale: number): Quantity =>
  Math.floor(quantity / (unitsPerSale * UNIT)) * UNIT || 0;

/** The stock status at a quantity. */
export function stockStatusWith(
  quantity: Quantity,
  rules: { readonly noStockAmount: number; readonly allowsMore: boolean },
): ProductStockStatus {
  if (quantity > rules.noStockAmount * UNIT) return 'instock';
  return rules.allowsMore ? 'onbackorder' : 'outofstock';
}

/**
 * The stock of a product as it is published: of a linked product the stock of its item in the ledger, not the
 * product's own fields (docs/spec/inventory.md 16.3).
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
