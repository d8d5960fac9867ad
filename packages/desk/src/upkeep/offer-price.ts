import type { ExtensionOffer } from '../data/administration/extensions.ts';
import { useFormats, useWords } from '../words/words.tsx';

/** Writes what a product of the catalogue costs, in its own currency. */
export function useOfferPrice(): (offer: ExtensionOffer) => string {
  const { extensions: words } = useWords().upkeep;
  const { locale } = useFormats().conventions;
  return ({ billing, price, currency }) => {
    if (billing === 'free') return words.free;
    const style = /^[A-Z]{3}$/.test(currency) ? ({ style: 'currency', currency } as const) : {};
    const text = new Intl.NumberFormat(locale, style).format(Number(price));
    return billing === 'yearly' ? words.yearly(text) : text;
  };
}
