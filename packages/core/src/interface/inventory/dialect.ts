import { isEmailAddress } from '../../kernel/formats/email.ts';
import { readDecimal } from '../../kernel/numbers/decimal.ts';
import type { SortKey } from '../../kernel/page.ts';
import type { Dialect, Words } from '../../kernel/reading/dialect.ts';
import { Fault, formOf, ruleFault } from '../../kernel/reading/fault.ts';
import { isObject } from '../../kernel/reading/storable.ts';
import { isCalendarDay, isUuid } from '../../kernel/reading/text-formats.ts';
import type { Schema } from '../../kernel/schema.ts';

/** Encoding of the values: query text, JSON, or table cells (text or null). */
export type From = 'text' | 'json' | 'cell';

const wrongForm = ruleFault('invalid_format', 'It does not have the right form.');
const notStorable = ruleFault('invalid_format', 'It must be valid Unicode without NUL.');

const words: Omit<Words, 'additionalProperties' | 'type'> = {
  anyOf: wrongForm,
  enum: ruleFault('invalid_format', ({ enum: choices = [] }) => `One of: ${choices.join(', ')}.`),
  maxItems: ruleFault('too_long', ({ maxItems }) => `At most ${maxItems} entries.`),
  maxLength: ruleFault('too_long', ({ maxLength }) => `At most ${maxLength} characters.`),
  maxProperties: ruleFault('too_long', ({ maxProperties }) => `At most ${maxProperties} members.`),
  maximum: ruleFault('out_of_range', ({ maximum }) => `At most ${maximum}.`),
  minItems: ruleFault('too_short', ({ minItems }) => `At least ${minItems} entries.`),
  minLength: ruleFault('too_short', ({ minLength }) => `At least ${minLength} characters.`),
  minProperties: ruleFault('too_short', ({ minProperties }) => `At least ${minProperties} members.`),
  minimum: ruleFault('out_of_range', ({ minimum }) => `At least ${minimum}.`),
  multipleOf: ruleFault('out_of_range', ({ multipleOf }) => `A multiple of ${multipleOf}.`),
  names: ruleFault('invalid_format', 'It cannot have that name.'),
  oneOf: wrongForm,
  pattern: wrongForm,
  required: ruleFault('required', 'It is required.'),
  storable: notStorable,
  uniqueItems: ruleFault('duplicate', 'Each entry once.'),
};

const unlisted = {
  text: ruleFault('unknown_parameter', 'There is no such parameter.'),
  json: ruleFault('unknown_field', 'There is no such field.'),
  cell: ruleFault('unknown_field', 'There is no such column.'),
};

/** Messages for invalid decimals. */
const decimalFaults = {
  invalid_format: 'It must be a plain decimal number.',
  too_many_decimals: 'At most 4 decimals.',
  out_of_range: 'At most 11 digits before the point.',
};

function decimal(value: number | string): number | Fault {
  const read = readDecimal(value);
  return typeof read === 'number' ? read : new Fault(read, decimalFaults[read]);
}

const wrongType = (kind: string): Fault => new Fault('wrong_type', `It must be ${kind}.`);
const notText = wrongType('a text');

/** A text in Unicode NFC, trimmed, without control characters; a password exactly as sent. */
function plainText(raw: unknown, { format }: Schema): string | Fault {
  if (typeof raw !== 'string') return notText;
  if (!raw.isWellFormed()) return new Fault('invalid_format', 'It must be valid Unicode.');
  if (raw.includes('\0')) return new Fault('invalid_format', 'It must not contain NUL.');
  if (format === 'password') return raw === '' ? new Fault('required', 'It is required.') : raw;
  const value = raw.normalize('NFC').trim();
  if (value === '') return new Fault('required', 'It must not be blank.');
  const controls = format === 'multiline' ? /[\p{Cc}--[\n\r\t]]/v : /\p{Cc}/v;
  return controls.test(value) ? new Fault('invalid_format', 'It must not contain control characters.') : value;
}

/** Parses RFC 3339 with any offset, truncated to milliseconds. */
function instant(value: string): Date | Fault {
  const parts = /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):\d{2}:\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/.exec(
    value,
  );
  const moment = parts
    ? new Date(`${parts[1]}T${parts[2]}${(parts[3] ?? '').slice(0, 4)}${parts[4]?.toUpperCase()}`)
    : undefined;
  return parts && moment && !Number.isNaN(moment.getTime()) && isCalendarDay(parts[1] ?? '')
    ? moment
    : new Fault('invalid_format', 'It must be a date and time like 2026-11-21T09:00:00Z.');
}

function sortKeys(value: string, { enum: fields = [] }: Schema): readonly SortKey[] | Fault {
  const keys: SortKey[] = value.split(',').map((part) => {
    const name = part.trim();
    return name.startsWith('-') ? { field: name.slice(1), descending: true } : { field: name, descending: false };
  });
  const isKnown =
    keys.every(({ field }) => fields.includes(field)) && new Set(keys.map(({ field }) => field)).size === keys.length;
  return isKnown ? keys : new Fault('invalid_sort', `Sort by: ${fields.join(', ')}; each once, with - for descending.`);
}

type Converters = Readonly<Record<'integer' | 'boolean' | 'array', (raw: unknown) => unknown>>;

const ofText = (convert: (text: string) => unknown) => (raw: unknown) =>
  typeof raw === 'string' ? convert(raw) : notText;
const flagOf = (text: string): boolean | Fault =>
  ['true', 'false', '1', '0'].includes(text) ? text === 'true' || text === '1' : wrongType('true or false');
const wholeNumber = wrongType('a whole number');

const fromText: Converters = {
  integer: ofText((text) => (/^(?:0|-?[1-9][0-9]{0,14})$/.test(text) ? Number(text) : wholeNumber)),
  boolean: ofText(flagOf),
  array: ofText((text) => text.split(',').map((entry) => entry.trim())),
};

const converters: Readonly<Record<From, Converters>> = {
  text: fromText,
  json: {
    integer: (raw) => (typeof raw !== 'number' ? wrongType('a number') : Number.isInteger(raw) ? raw : wholeNumber),
    boolean: (raw) => (typeof raw === 'boolean' ? raw : wrongType('true or false')),
    array: (raw) => (Array.isArray(raw) ? raw : wrongType('a list')),
  },
  // Spreadsheets write booleans in capitals.
  cell: { ...fromText, boolean: ofText((text) => flagOf(text.trim().toLowerCase())) },
};

const decimalOrFault = (raw: unknown): unknown =>
  typeof raw === 'number' || typeof raw === 'string' ? decimal(raw) : wrongType('a number');

const convertFrom =
  (from: From): Dialect['convert'] =>
  (type, raw, schema) => {
    switch (type) {
      case 'string':
        return plainText(raw, schema);
      case 'integer':
      case 'boolean':
      case 'array':
        return converters[from][type](raw);
      case 'object':
        return isObject(raw) ? raw : wrongType('an object');
      default:
        return undefined;
    }
  };

/** Keywords assumed of integers, lists and open objects. */
function complete(schema: Schema): Schema {
  const { type, properties } = schema;
  if (type === 'integer') return { minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER, ...schema };
  if (type === 'array') return { maxItems: 1_000, ...schema };
  return type === 'object' && !properties ? { maxProperties: 1_000, ...schema } : schema;
}

const isNullIn =
  (from: From, { type, format }: Schema) =>
  (raw: unknown) => {
    // A password may consist of spaces.
    const read = typeof raw === 'string' && format !== 'password' ? raw.trim() : raw;
    return raw === null || (from === 'text' && raw === 'null') || (type === 'string' && read === '');
  };

/** Encodes a default as a request would, because it is read the same way. */
const asSent = (value: unknown, from: From): unknown => (from === 'json' ? value : String(value));

const dialectOf = (from: From): Dialect => ({
  complete,
  convert: convertFrom(from),
  conversions: {
    quantity: decimalOrFault,
    money: (raw) => (typeof raw === 'string' ? decimal(raw.trim()) : notText),
  },
  formats: { email: formOf(isEmailAddress, wrongForm), uuid: formOf(isUuid, wrongForm), instant, sort: sortKeys },
  standInOf: (schema) => (schema.nullable ? { counts: isNullIn(from, schema), value: null } : undefined),
  defaultOf: ({ default: byDefault }, read) => (byDefault == null ? undefined : read(asSent(byDefault, from))),
  words: { ...words, type: () => wrongType('something else'), additionalProperties: unlisted[from] },
  unlisted: 'refused',
  mostItems: Number.POSITIVE_INFINITY,
  deepest: Number.POSITIVE_INFINITY,
});

/**
 * Values of the inventory interface by encoding. Texts are normalised, objects closed, decimals integers of ten-thousandths;
 * all faults are reported.
 */
export const inventoryDialects: Readonly<Record<From, Dialect>> = {
  text: dialectOf('text'),
  json: dialectOf('json'),
  cell: dialectOf('cell'),
};
