import type { Money } from './decimal.ts';

/**
 * An amount in a record of the shop, as an integer number of millionths of the currency's unit: lines of shops whose
 * prices include tax need six decimals. Magnitudes stay below nine billion, so that it is exact in a double.
 */
export type Amount = number;

/** Millionths in one. */
export const MILLION = 1_000_000;
/** The largest magnitude an amount may have. */
export const LARGEST_AMOUNT = 9 * 10 ** 15;

/** What most amounts look like: so short that the product with a million is less than a half away from what it should be. */
const short = /^-?[0-9]{1,8}(?:\.[0-9]{1,6})?$/;

/**
 * Reads an amount from a JSON number or a plain decimal text; more than six decimals are rounded half away from zero.
 * Undefined for what is no decimal or too large.
 */
export function readAmount(value: number | string): Amount | undefined {
  if (typeof value === 'number') return fits(roundAway(value * MILLION));
  if (short.test(value)) return Math.round(Number(value) * MILLION) || 0;
  const parts = /^([+-]?)([0-9]{1,15})(?:\.([0-9]{1,30}))?$/.exec(value);
  if (!parts) return undefined;
  const [, sign, whole = '', fraction = ''] = parts;
  const digits = fraction.padEnd(7, '0');
  const magnitude = Number(whole) * MILLION + Number(digits.slice(0, 6)) + (Number(digits[6]) >= 5 ? 1 : 0);
  return fits(sign === '-' ? -magnitude : magnitude);
}

const fits = (value: number): number | undefined =>
  Number.isFinite(value) && Math.abs(value) <= LARGEST_AMOUNT ? value || 0 : undefined;

/** The decimal text of an amount, with no more decimals than it needs: `12.5`, `-0.729`. */
export function amountToText(amount: Amount): string {
  const magnitude = Math.abs(amount);
  const fraction = String(magnitude % MILLION)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${amount < 0 ? '-' : ''}${Math.trunc(magnitude / MILLION)}${fraction && `.${fraction}`}`;
}

/** Rounds half away from zero, as money is. */
export const roundAway = (value: number): number => Math.sign(value) * Math.round(Math.abs(value)) || 0;

/** The amount in ten-thousandths, rounded to so many decimals of the currency first; four keep all that money can say. */
export function moneyOf(amount: Amount, decimals: number): Money {
  const step = 10 ** (6 - Math.min(decimals, 4));
  return (roundAway(amount / step) * step) / 100;
}
