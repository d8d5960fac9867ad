import type { ProductStockStatus, Saleable } from '../../commerce/index.ts';
import { type Quantity, UNIT } from '../../kernel/decimal.ts';
import type { LinkedStock } from './ports.ts';

/** The stock of a product as it is published. */
export type PublishedStock = Pick<Saleable, 'manageStock' | 'stockQuantity' | 'stockStatus' | 'lowStockAmount'>;

/** Whole pieces that so much of an item makes. */
export const piecesOf = (quantity: Quantity, unitsPerSale: number): Quantity =>
  Math.floor(quantity / (unitsPerSale * UNIT)) * UNIT || 0;

/** Whether something can be bought when there is so much of it. */
export function stockStatusWith(
  quantity: Quantity,
  rules: { readonly noStockAmount: number; readonly allowsMore: boolean },
): ProductStockStatus {
  if (quantity > rules.noStockAmount * UNIT) return 'instock';
  return rules.allowsMore ? 'onbackorder' : 'outofstock';
}

/**
 * The stock of a product as it is published: of a linked one what the ledger has of its item, whatever the product's own
 * fields say (docs/spec/inventory.md 16.3).
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
