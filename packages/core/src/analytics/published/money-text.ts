import { type Money, UNIT } from '../../kernel/numbers/decimal.ts';

const formats = new Map<string, Intl.NumberFormat | undefined>();

/** Formatted price: `€75.00`; an unknown currency is shown by its code. */
export function priceText(amount: Money, currency: string, decimals: number): string {
  const format = formatOf(currency, decimals);
  return format ? format.format(amount / UNIT) : `${(amount / UNIT).toFixed(decimals)} ${currency}`;
}

function formatOf(currency: string, decimals: number): Intl.NumberFormat | undefined {
  const key = `${currency} ${decimals}`;
  if (!formats.has(key)) formats.set(key, makeFormat(currency, decimals));
  return formats.get(key);
}

function makeFormat(currency: string, decimals: number): Intl.NumberFormat | undefined {
  if (!/^[A-Za-z]{3}$/.test(currency)) return undefined;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
}
