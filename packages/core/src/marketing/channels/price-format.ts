import { optionNames, readStoredOptions } from '../../back-office/index.ts';
import { MILLION, readAmount } from '../../kernel/numbers/amount.ts';
import type { MarketingPorts } from '../ports.ts';
import type { CampaignAmount } from './channel.ts';

/** How the shop writes prices. */
export interface PriceFormat {
  readonly decimals: number;
  readonly position: string;
  readonly thousandSeparator: string;
  readonly decimalSeparator: string;
}

const names = [optionNames.currencyPosition, optionNames.thousandSeparator, optionNames.decimalSeparator];

/** Loads how the shop writes prices: two statements. */
export async function loadPriceFormat(ports: MarketingPorts): Promise<PriceFormat> {
  const { priceDecimals } = await ports.shopSettings.read();
  const stored = await readStoredOptions(ports, names);
  const text = (name: string, otherwise: string): string => {
    const value = stored.get(name);
    return typeof value === 'string' ? value : otherwise;
  };
  return {
    decimals: priceDecimals,
    position: text(optionNames.currencyPosition, 'left'),
    thousandSeparator: text(optionNames.thousandSeparator, ','),
    decimalSeparator: text(optionNames.decimalSeparator, '.'),
  };
}

/** The sign of a currency, `€`; its code if it has none. */
export const symbolOf = (currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? currency;

/** An amount as the shop writes it: `€12.50`, `12,50 €`. */
export function formatAmount({ value, currency }: CampaignAmount, format: PriceFormat): string {
  const amount = (readAmount(value) ?? 0) / MILLION;
  const [whole = '0', fraction] = Math.abs(amount).toFixed(format.decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(?:\d{3})+$)/g, () => format.thousandSeparator);
  const digits = fraction === undefined ? grouped : `${grouped}${format.decimalSeparator}${fraction}`;
  return `${amount < 0 ? '-' : ''}${placed(digits, symbolOf(currency), format.position)}`;
}

function placed(digits: string, symbol: string, position: string): string {
  if (position === 'right') return `${digits}${symbol}`;
  if (position === 'right_space') return `${digits} ${symbol}`;
  return position === 'left_space' ? `${symbol} ${digits}` : `${symbol}${digits}`;
}
