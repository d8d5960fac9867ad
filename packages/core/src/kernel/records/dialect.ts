import { readAmount } from '../numbers/amount.ts';
import { readDecimal } from '../numbers/decimal.ts';
import type { Dialect, Words } from '../reading/dialect.ts';
import { Fault, ruleFault } from '../reading/fault.ts';
import { isObject } from '../reading/storable.ts';
import { isCalendarDay } from '../reading/text-formats.ts';
import { type Schema, type SchemaType, typesOf } from '../schema.ts';
import { isStorableText } from '../text.ts';

/** Whether a member has no value: it is missing, null, or an empty text. */
const isNone = (raw: unknown): boolean => raw === undefined || raw === null || raw === '';

const outOfRange = ruleFault('out_of_range', ({ minimum, maximum }) => `From ${minimum} to ${maximum}.`);
const wrongForm = ruleFault('invalid_format', 'It does not have the right form.');
const required = new Fault('required', 'It is required.');

const words: Words = {
  additionalProperties: ruleFault('unknown_field', 'There is no such field.'),
  anyOf: wrongForm,
  enum: ruleFault('invalid_format', ({ enum: choices = [] }) => `One of: ${choices.join(', ')}.`),
  maxItems: ruleFault('too_many', ({ maxItems }) => `At most ${maxItems} entries.`),
  maxLength: ruleFault('too_long', ({ maxLength }) => `At most ${maxLength} characters.`),
  maxProperties: ruleFault('too_many', ({ maxProperties }) => `At most ${maxProperties} members.`),
  maximum: outOfRange,
  minItems: ruleFault('too_short', ({ minItems }) => `At least ${minItems} entries.`),
  minLength: ruleFault('too_short', ({ minLength }) => `At least ${minLength} characters.`),
  minProperties: ruleFault('too_short', ({ minProperties }) => `At least ${minProperties} members.`),
  minimum: outOfRange,
  multipleOf: ruleFault('out_of_range', ({ multipleOf }) => `A multiple of ${multipleOf}.`),
  names: ruleFault('invalid_format', 'It cannot have that name.'),
  oneOf: wrongForm,
  pattern: (schema) => (schema.hint === undefined ? wrongForm(schema) : new Fault('invalid_format', schema.hint)),
  required: () => required,
  storable: ruleFault('invalid_format', 'It must be valid Unicode without NUL.'),
  type: (schema) => new Fault('wrong_type', `It must be ${kinds[typesOf(schema)[0] ?? 'null']}.`),
  uniqueItems: ruleFault('duplicate', 'Each entry once.'),
};

const kinds: Readonly<Record<SchemaType, string>> = {
  string: 'a text',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'something else',
  file: 'a file',
};

/** A number counts as the text of its digits. */
function toText(raw: unknown, schema: Schema): string | Fault | undefined {
  const text = typeof raw === 'number' ? String(raw) : raw;
  if (typeof text !== 'string') return undefined;
  return isStorableText(text) ? text : words.storable(schema);
}

/** Digits count as a number, unless the member may also be a text. */
function toInteger(raw: unknown, schema: Schema): number | undefined {
  const isDigits = typeof raw === 'string' && /^-?[0-9]{1,16}$/.test(raw) && !typesOf(schema).includes('string');
  const value = isDigits ? Number(raw) : raw;
  return typeof value === 'number' && Number.isInteger(value) ? value || 0 : undefined;
}

/** An empty list counts as an empty object of arbitrary members. */
const toObject = (raw: unknown, { properties }: Schema): object | undefined => {
  if (isObject(raw)) return raw;
  return Array.isArray(raw) && raw.length === 0 && !properties ? {} : undefined;
};

const converters: Partial<Record<SchemaType, (raw: unknown, schema: Schema) => unknown>> = {
  string: toText,
  integer: toInteger,
  number: (raw) => (Number.isFinite(raw) ? raw : undefined),
  boolean: (raw) => (typeof raw === 'boolean' ? raw : undefined),
  array: (raw) => (Array.isArray(raw) ? raw : undefined),
  object: toObject,
};

const isDecimal = (raw: unknown): raw is number | string => typeof raw === 'number' || typeof raw === 'string';

function amount(raw: unknown): number | Fault {
  if (isNone(raw)) return required;
  const value = isDecimal(raw) ? readAmount(raw) : undefined;
  return value ?? new Fault('invalid_format', 'It must be a decimal like 12.50, below nine billion.');
}

function quantity(raw: unknown): number | Fault {
  if (isNone(raw)) return required;
  const value = isDecimal(raw) ? readDecimal(raw) : 'invalid_format';
  if (typeof value === 'number') return value;
  return new Fault(value, 'It must be a decimal with at most eleven digits before and four after the point.');
}

const moment =
  /^([1-9]\d{3}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(\.\d{1,9})?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const LAST_YEAR = 9_000;

/** A timestamp, to the millisecond. */
function instant(raw: unknown): Date | Fault {
  if (isNone(raw)) return required;
  const [, day = '', time, fraction = '', zone = ''] = typeof raw === 'string' ? (moment.exec(raw) ?? []) : [];
  const value = new Date(`${day}T${time}${fraction.slice(0, 4)}${zone.toUpperCase()}`);
  return isCalendarDay(day) && !Number.isNaN(value.getTime()) && Number(day.slice(0, 4)) < LAST_YEAR
    ? value
    : new Fault('invalid_format', 'It must be a date and time like 2026-11-21T09:00:00Z.');
}

/**
 * Members of records, in files and in bodies of the shop: digits may be a text, an empty text is no value, and unlisted
 * members are dropped. All faults are reported.
 */
export const recordDialect: Dialect = {
  convert(type, raw, schema) {
    // A text with a minimum length of 0 may be empty.
    if (isNone(raw) && !(raw === '' && schema.minLength === 0)) return required;
    return converters[type]?.(raw, schema);
  },
  conversions: { amount, quantity, instant },
  formats: {},
  standInOf(schema) {
    if (schema.standIn === undefined) return undefined;
    const isReference = schema.format === 'reference';
    const mayBeEmpty = schema.minLength === 0;
    return {
      counts: (raw) => (isNone(raw) && !(mayBeEmpty && raw === '')) || (isReference && (raw === 0 || raw === '0')),
      value: schema.standIn,
    };
  },
  defaultOf: ({ standIn }) => standIn,
  words,
  unlisted: 'dropped',
  mostItems: Number.POSITIVE_INFINITY,
  deepest: Number.POSITIVE_INFINITY,
};
