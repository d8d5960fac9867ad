import type { Money, Quantity } from '../kernel/numbers/decimal.ts';

/** Cost of an item after a receipt: the last price paid, or the average over the stock, rounded half up. */
export function costAfterReceipt(
  method: 'last' | 'average',
  stock: { readonly quantity: Quantity; readonly cost: Money | null },
  receipt: { readonly quantity: Quantity; readonly unitCost: Money },
): Money {
  if (method === 'last' || stock.cost === null || stock.quantity <= 0) return receipt.unitCost;
  const total = BigInt(stock.quantity) * BigInt(stock.cost) + BigInt(receipt.quantity) * BigInt(receipt.unitCost);
  const quantity = BigInt(stock.quantity + receipt.quantity);
  return Number((2n * total + quantity) / (2n * quantity));
}
