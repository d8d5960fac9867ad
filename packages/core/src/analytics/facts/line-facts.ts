import type { Order, OrderLine, Refund, Taxes } from '../../commerce/index.ts';
import { roundAway } from '../../kernel/numbers/amount.ts';
import type { Money } from '../../kernel/numbers/decimal.ts';
import { exact, type FactContext, rounded, sumOf } from './fact-context.ts';
import type { LineFact } from './facts.ts';

type Shares = Pick<LineFact, 'shipping' | 'shippingTax'>;

/** Facts of the lines of an order; lines with quantity 0 are left out. */
export function linesOfOrder(order: Order, context: FactContext): readonly LineFact[] {
  const lines = order.lines.filter(({ quantity }) => quantity !== 0);
  const shares = sharesOf(lines, exact(order.shippingTotal), exact(order.shippingTax));
  const products = new Set<number>();
  const variations = new Set<string>();
  return lines.map((line, index) => {
    const variation = `${line.productId} ${line.variationId}`;
    const isFirstOfProduct = !products.has(line.productId);
    const isFirstOfVariation = !variations.has(variation);
    products.add(line.productId);
    variations.add(variation);
    const facts = factOf(order.id, line, { shares: shares[index], context });
    return { ...facts, isRefund: false, isFirstOfProduct, isFirstOfVariation };
  });
}

/** Facts of the lines of a refund; lines with quantity 0 are left out unless they refund money. */
export function linesOfRefund(refund: Refund, context: FactContext): readonly LineFact[] {
  const lines = refund.lines.filter(({ quantity, total }) => quantity !== 0 || total < 0);
  const shippingTax = sumOf(refund.shippingLines, ({ taxes }) => sumOfTaxes(taxes));
  const shares = sharesOf(lines, exact(refund.shippingTotal), exact(shippingTax));
  return lines.map((line, index) => ({
    ...factOf(refund.id, line, { shares: shares[index], context }),
    isRefund: true,
    isFirstOfProduct: false,
    isFirstOfVariation: false,
  }));
}

/** Sum of the taxes of all rates, in millionths. */
export const sumOfTaxes = (taxes: Taxes): number => sumOf(Object.values(taxes), (tax) => tax ?? 0);

function factOf(
  orderId: number,
  line: OrderLine,
  { shares, context }: { readonly shares: Shares | undefined; readonly context: FactContext },
): Omit<LineFact, 'isRefund' | 'isFirstOfProduct' | 'isFirstOfVariation'> {
  const { priceDecimals, roundTaxAtSubtotal } = context.settings;
  const net = rounded(line.total, priceDecimals);
  const tax = rounded(sumOfTaxes(line.taxes), roundTaxAtSubtotal ? 4 : priceDecimals);
  const { shipping = 0, shippingTax = 0 } = shares ?? {};
  return {
    orderId,
    itemId: line.id,
    productId: line.productId,
    variationId: line.variationId,
    quantity: line.quantity,
    net,
    gross: net + tax + shipping + shippingTax,
    coupon: exact(line.subtotal - line.total),
    tax,
    shipping,
    shippingTax,
    attributes: line.attributes,
  };
}

const sharesOf = (lines: readonly OrderLine[], shipping: Money, shippingTax: Money): readonly Shares[] => {
  const shippings = shared(lines, shipping);
  const taxes = shared(lines, shippingTax);
  return lines.map((_, index) => ({ shipping: shippings[index] ?? 0, shippingTax: taxes[index] ?? 0 }));
};

/** Distributes an amount by quantity so that the shares sum to it; no shares if the total quantity is 0. */
function shared(lines: readonly OrderLine[], amount: Money): readonly Money[] {
  const quantities = sumOf(lines, ({ quantity }) => quantity);
  if (quantities === 0) return [];
  let quantity = 0;
  let given = 0;
  return lines.map((line) => {
    quantity += line.quantity;
    const upTo = roundAway((amount * quantity) / quantities);
    const part = upTo - given;
    given = upTo;
    return part;
  });
}
