import { type Amount, amountToText, readAmount } from '../amount.ts';
import { type Quantity, quantityToJson, readDecimal } from '../decimal.ts';
import { LARGEST_ID } from '../identifier.ts';
import { type Codec, INVALID, type Invalid, isNone, type Reading } from './codec.ts';

type Read<T> = (raw: string | number | boolean | object, reading: Reading) => T | Invalid;

/** Rejects empty input. */
const required =
  <T>(read: Read<T>): Codec<T>['read'] =>
  (raw, reading) =>
    isNone(raw) ? reading.fail('required', 'It is required.') : read(raw as object, reading);

/** A text; a number is converted to its digits. Characters that databases cannot store are rejected. */
export const text = (maxLength = 500): Codec<string> => ({
  schema: { type: 'string', maxLength },
  isOptional: false,
  read: required((raw, reading) => {
    const value = typeof raw === 'number' ? String(raw) : raw;
    if (typeof value !== 'string') return reading.fail('wrong_type', 'It must be a text.');
    if (value.length > maxLength) return reading.fail('too_long', `At most ${maxLength} characters.`);
    return isStorable(value) ? value : reading.fail('invalid_format', 'It must be valid Unicode without NUL.');
  }),
  write: (value) => value,
});

const isStorable = (value: string): boolean => value.isWellFormed() && !value.includes('\0');

/** A text that matches a pattern. */
export const textLike = (pattern: RegExp, message: string, maxLength = 500): Codec<string> => {
  const plain = text(maxLength);
  return {
    ...plain,
    schema: { ...plain.schema, pattern: pattern.source },
    read(raw, reading) {
      const value = plain.read(raw, reading);
      return value === INVALID || pattern.test(value) ? value : reading.fail('invalid_format', message);
    },
  };
};

/** An integer within bounds, as a number or as digits. */
export const whole = (minimum: number, maximum: number): Codec<number> => ({
  schema: { type: 'integer', minimum, maximum },
  isOptional: false,
  read: required((raw, reading) => {
    const value = typeof raw === 'string' && /^-?[0-9]{1,16}$/.test(raw) ? Number(raw) : raw;
    if (typeof value !== 'number' || !Number.isInteger(value))
      return reading.fail('wrong_type', 'It must be a whole number.');
    return value >= minimum && value <= maximum
      ? value || 0
      : reading.fail('out_of_range', `From ${minimum} to ${maximum}.`);
  }),
  write: (value) => value,
});

/** The id of a record. */
export const id: Codec<number> = whole(1, LARGEST_ID);

/** The id of another record; 0 counts as none. */
export const idOrNone: Codec<number | null> = {
  schema: { type: ['integer', 'null'], minimum: 0, maximum: LARGEST_ID },
  isOptional: true,
  read: (raw, reading) => (isNone(raw) || raw === 0 || raw === '0' ? null : id.read(raw, reading)),
  write: (value) => value,
};

/** Money or a percentage: decimal text, or a number. */
export const amount: Codec<Amount> = {
  schema: { type: ['string', 'number'] },
  isOptional: false,
  read: required((raw, reading) => {
    const value = typeof raw === 'number' || typeof raw === 'string' ? readAmount(raw) : undefined;
    return value ?? reading.fail('invalid_format', 'It must be a decimal like 12.50, below nine billion.');
  }),
  write: amountToText,
};

/** A quantity of stock, with at most four decimals. */
export const quantity: Codec<Quantity> = {
  schema: { type: 'number' },
  isOptional: false,
  read: required((raw, reading) => {
    const value = typeof raw === 'number' || typeof raw === 'string' ? readDecimal(raw) : 'invalid_format';
    return typeof value === 'number'
      ? value
      : reading.fail(value, 'It must be a decimal with at most eleven digits before and four after the point.');
  }),
  write: quantityToJson,
};

export const flag: Codec<boolean> = {
  schema: { type: 'boolean' },
  isOptional: false,
  read: required((raw, reading) =>
    typeof raw === 'boolean' ? raw : reading.fail('wrong_type', 'It must be true or false.'),
  ),
  write: (value) => value,
};

export const choice = <W extends string>(words: readonly W[]): Codec<W> => ({
  schema: { type: 'string', enum: words },
  isOptional: false,
  read: required((raw, reading) =>
    (words as readonly unknown[]).includes(raw)
      ? (raw as unknown as W)
      : reading.fail('invalid_format', `One of: ${words.join(', ')}.`),
  ),
  write: (value) => value,
});

const moment =
  /^([1-9]\d{3}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const LAST_YEAR = 9_000;

/** A timestamp, to the millisecond; written in UTC. */
export const instant: Codec<Date> = {
  schema: { type: 'string', format: 'date-time' },
  isOptional: false,
  read: required((raw, reading) => {
    const [, day = '', time, fraction = '', zone = ''] = typeof raw === 'string' ? (moment.exec(raw) ?? []) : [];
    const value = new Date(`${day}T${time}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
    return isCalendarDay(day) && !Number.isNaN(value.getTime()) && Number(day.slice(0, 4)) < LAST_YEAR
      ? value
      : reading.fail('invalid_format', 'It must be a date and time like 2026-11-21T09:00:00Z.');
  }),
  write: (value) => value.toISOString().replace('.000Z', 'Z'),
};

const mostDays = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether a day such as `2026-02-28` exists in the calendar. */
function isCalendarDay(text: string): boolean {
  const year = Number(text.slice(0, 4));
  const month = Number(text.slice(5, 7));
  const day = Number(text.slice(8));
  if (day < 1 || day > (mostDays[month - 1] ?? 0)) return false;
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return month !== 2 || day < 29 || isLeap;
}

/** A currency by its ISO 4217 code. */
export const currency = textLike(/^[A-Z]{3}$/, 'It must be a currency like USD.', 3);
