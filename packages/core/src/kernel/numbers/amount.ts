import type { Money } from './decimal.ts';

/**
 * An amount in a record of the shop, as an integer number of millionths of the currency's unit: order lines with prices
 * that include tax need six decimals. Magnitudes stay below nine billion, so that it is exact in a double.
 */
export type Amount = number;

export const MILLION = 1_000_000;
export const LARGEST_AMOUNT = 9 * 10 ** 15;

/** Fast path: short enough that the rounding error of the product with a million stays below one half. */
const short = /^-?[0-9]{1,8}(?:\.[0-9]{1,6})?$/;

/**
 * Reads an amount from a JSON number or a plain decimal text; more than six decimals are rounded half away from zero.
 * Undefined if the value is not a decimal or out of range.
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

/** The decimal text of an amount, without trailing zeros: `12.5`, `-0.729`. */
export function amountToText(amount: Amount): string {
  const magnitude = Math.abs(amount);
  const fraction = String(magnitude % MILLION)
    .padStart(6, '0')
    .replace(/0+$/, '');
  return `${amount < 0 ? '-' : ''}${Math.trunc(magnitude / MILLION)}${fraction && `.${fraction}`}`;
}

/** Rounds half away from zero. */
export const roundAway = (value: number): number => Math.sign(value) * Math.round(Math.abs(value)) || 0;

/** The amount in ten-thousandths, rounded to the decimals of the currency first; more than four decimals count as four. */
export function moneyOf(amount: Amount, decimals: number): Money {
  const step = 10 ** (6 - Math.min(decimals, 4));
  return (roundAway(amount / step) * step) / 100;
}
