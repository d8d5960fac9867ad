import type { Product, Variation } from '../../data/shop-records.ts';
import { useFormats, useWords } from '../../words/words.tsx';

/** Writes the stock of a product: its quantity where it is managed, else its status. */
export function useStockText(): (record: Product | Variation) => string {
  const words = useWords();
  const { count } = useFormats();
  return ({ manage_stock: isManaged, stock_quantity: quantity, stock_status: status }) => {
    if (isManaged && quantity !== null) return count(quantity);
    return status === null ? words.shop.noValue : (words.status[status] ?? status);
  };
}
