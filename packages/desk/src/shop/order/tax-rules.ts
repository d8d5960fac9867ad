import { useSession } from '../../shell/session-context.tsx';
import type { TaxRules } from './taxing.ts';

/** How the shop charges tax, from its settings. */
export function useTaxRules(): TaxRules {
  const { shop } = useSession();
  return {
    decimals: shop.price_decimals,
    includesTax: shop.prices_include_tax,
    roundsAtSubtotal: shop.round_tax_at_subtotal,
  };
}
