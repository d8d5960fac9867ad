/** A quantity of stock as an integer number of ten-thousandths, so that sums are exact. */
export type Quantity = number;
/** An amount of money as an integer number of ten-thousandths of the currency's unit. */
export type Money = number;

export const UNIT = 10_000;
/** The largest magnitude that fits `NUMERIC(15,4)`: eleven digits before the point. */
export const LARGEST = 10 ** 15 - 1;

/** Why a text or number is not a decimal of at most eleven digits before and four after the point. */
export type DecimalFault = 'invalid_format' | 'too_many_decimals' | 'out_of_range';

/** Reads a decimal from a JSON number or a plain decimal text (`"-12.5"`); exponents and blanks are not decimals. */
export function readDecimal(value: number | string): number | DecimalFault {
  return typeof value === 'number' ? fromNumber(value) : fromText(value);
}

function fromNumber(value: number): number | DecimalFault {
  if (!Number.isFinite(value)) return 'invalid_format';
  if (Math.abs(value) >= 10 ** 11) return 'out_of_range';
  const scaled = Math.round(value * UNIT);
  if (scaled / UNIT !== value) return 'too_many_decimals';
  return scaled === 0 ? 0 : scaled;
}

function fromText(text: string): number | DecimalFault {
  const parts = /^([+-]?)([0-9]{1,30})(?:\.([0-9]{1,30}))?$/.exec(text);
  if (!parts) return 'invalid_format';
  const [, sign, whole = '', fraction = ''] = parts;
  const significant = fraction.replace(/0+$/, '');
  if (significant.length > 4) return 'too_many_decimals';
  if (whole.replace(/^0+/, '').length > 11) return 'out_of_range';
  const scaled = Number(whole) * UNIT + Number(significant.padEnd(4, '0'));
  return sign === '-' && scaled !== 0 ? -scaled : scaled;
}

/**
 * Parses a quantity or amount of money: `quantityOf(12.5)`, `quantityOf('12.5')`.
 * @throws RangeError if it is not a decimal, or has more than four decimals or eleven digits before the point
 */
export function quantityOf(value: number | string): Quantity {
  const read = readDecimal(value);
  if (typeof read === 'number') return read;
  throw new RangeError(`Not a decimal with at most eleven digits before and four after the point: ${value}`);
}

/** The decimal text of a stored value, always with four decimals: `-12.5000`. */
export function toNumeric(value: number): string {
  const magnitude = Math.abs(value);
  return `${value < 0 ? '-' : ''}${Math.trunc(magnitude / UNIT)}.${String(magnitude % UNIT).padStart(4, '0')}`;
}

/** As the database writes `NUMERIC(15,4)`. */
const stored = /^-?[0-9]{1,11}\.[0-9]{4}$/;

/** The value of a stored `NUMERIC(15,4)`. */
export function fromNumeric(text: string): number {
  // The product of fifteen digits is less than a half from the integer that it stands for.
  const value = stored.test(text) ? Math.round(Number(text) * UNIT) || 0 : fromText(text);
  if (typeof value !== 'number') throw new RangeError(`Not a stored decimal: ${text}`);
  return value;
}

/** A quantity as a JSON number; exact for every quantity in range. */
export const quantityToJson = (quantity: Quantity): number => quantity / UNIT;

/** An amount of money as published: two to four decimals, without further trailing zeros. */
export const moneyToJson = (amount: Money): string => toNumeric(amount).replace(/0{1,2}$/, '');

/** How many decimals a quantity needs: 0 to 4. */
export const decimalsOf = (quantity: Quantity): number => {
  if (quantity % UNIT === 0) return 0;
  return toNumeric(quantity).replace(/0+$/, '').split('.')[1]?.length ?? 0;
};

/** Whether a result still fits the ledger's columns. */
export const isInRange = (value: number): boolean => Math.abs(value) <= LARGEST;
