import type { OrderLine } from '../../data/shop-records.ts';

// Amounts and percentages are whole millionths, as the server reads them.
const DECIMALS = 6;

/** An amount of an answer in millionths. */
export function millionthsOf(amount: string | number | null | undefined): bigint {
  const [, sign = '', whole = '0', part = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(String(amount ?? 0)) ?? [];
  const size = BigInt(whole + part.slice(0, DECIMALS).padEnd(DECIMALS, '0'));
  return sign === '' ? size : -size;
}

/** A typed amount in millionths; undefined where it is none, or negative. */
export function amountIn(text: string): bigint | undefined {
  const [, whole, part = ''] = /^(\d{1,11})(?:[.,](\d{1,4}))?$/.exec(text.trim()) ?? [];
  return whole === undefined ? undefined : BigInt(whole + part.padEnd(DECIMALS, '0'));
}

/** The same, of a field that may be empty: nothing then. */
export const amountOrZero = (text: string): bigint | undefined => (text.trim() === '' ? 0n : amountIn(text));

/** An amount with as many decimals as it has, the least of them as given: `4.90`, `0.0525`. */
export function textOf(millionths: bigint, least: number): string {
  const digits = String(millionths).padStart(DECIMALS + 1, '0');
  const part = digits.slice(-DECIMALS).replace(/0+$/, '').padEnd(least, '0');
  return `${digits.slice(0, -DECIMALS)}${part === '' ? '' : `.${part}`}`;
}

/** A quotient rounded half up, of an amount that is not negative. */
export const divided = (value: bigint, by: bigint): bigint => (value + by / 2n) / by;

/** The smallest amount with the decimals of the shop, in millionths. */
export const unitOf = (decimals: number): bigint => 10n ** BigInt(Math.max(0, DECIMALS - decimals));

/** Rounds to the decimals of the shop. */
export const roundedTo = (decimals: number, millionths: bigint): bigint =>
  divided(millionths, unitOf(decimals)) * unitOf(decimals);

/** The sum of amounts. */
export const sumOf = (amounts: Iterable<bigint>): bigint => [...amounts].reduce((sum, each) => sum + each, 0n);

interface LineAmounts {
  readonly subtotal: bigint;
  readonly total: bigint;
}

const known = new WeakMap<object, LineAmounts>();

/** The amounts of a line in millionths, read once: an order may have thousands of lines, and counts them with each key. */
export function amountsOf(line: Pick<OrderLine, 'subtotal' | 'total'>): LineAmounts {
  const read = known.get(line) ?? { subtotal: millionthsOf(line.subtotal), total: millionthsOf(line.total) };
  known.set(line, read);
  return read;
}

/** An amount with its sign, as the server reads it. */
export const signedText = (millionths: bigint, least: number): string =>
  `${millionths < 0n ? '-' : ''}${textOf(sizeOf(millionths), least)}`;

/** An amount as a number, to be shown. */
export const numberOf = (millionths: bigint): number => Number(signedText(millionths, 0));

/** A typed amount that may be negative, in millionths; undefined where it is none. */
export function signedIn(text: string): bigint | undefined {
  const [, sign, size = ''] = /^([-\u2212]?)(.*)$/s.exec(text.trim()) ?? [];
  const amount = amountIn(size);
  return amount === undefined || sign === '' ? amount : -amount;
}

/** An amount without its sign. */
export const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

/** Rounds half away from zero to the decimals of the shop, whatever the sign. */
export const signedRound = (decimals: number, millionths: bigint): bigint =>
  millionths < 0n ? -roundedTo(decimals, -millionths) : roundedTo(decimals, millionths);

/** The part of an amount that falls to `part` of `whole`, rounded to the decimals of the shop. */
export function shareOf(amount: bigint, [part, whole]: readonly [bigint, bigint], decimals: number): bigint {
  if (whole === 0n) return 0n;
  const product = amount * part;
  const unit = unitOf(decimals);
  // Rounded once: rounded to millionths first, what is just below half a unit would be rounded up.
  const rounded = divided(sizeOf(product), sizeOf(whole) * unit) * unit;
  return product < 0n === whole < 0n ? rounded : -rounded;
}

/** Spreads an amount over weights that are not negative, exactly; over the first where all are zero. */
export function spread(amount: bigint, weights: readonly bigint[], decimals: number): readonly bigint[] {
  if (amount === 0n) return weights.map(() => 0n);
  const whole = weights.reduce((sum, each) => sum + each, 0n);
  if (whole === 0n) return weights.map((_, index) => (index === 0 ? amount : 0n));
  let passed = 0n;
  let given = 0n;
  return weights.map((weight) => {
    passed += weight;
    const upTo = passed === whole ? amount : shareOf(amount, [passed, whole], decimals);
    const share = upTo - given;
    given = upTo;
    return share;
  });
}
