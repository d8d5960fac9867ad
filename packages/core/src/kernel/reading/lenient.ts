import { isPublicEmailAddress } from '../formats/email.ts';
import { type Schema, type SchemaType, typesOf } from '../schema.ts';
import { isStorableText } from '../text.ts';
import type { Dialect, FormatReaders } from './dialect.ts';
import { type Fault, formOf, ruleFault } from './fault.ts';
import { restWords } from './rest-words.ts';
import { isObject } from './storable.ts';
import { isAddress, isHexColor, isIp, isMoment, isUuid } from './text-formats.ts';

const numeric = /^[ \t\n\r\v\f]*[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?[ \t\n\r\v\f]*$/;

function toNumber(value: unknown): number | undefined {
  const read = typeof value === 'string' && value.length <= 1_000 && numeric.test(value) ? Number(value) : value;
  return typeof read === 'number' && Number.isFinite(read) ? read : undefined;
}

function toInteger(value: unknown): number | undefined {
  const read = toNumber(value);
  // Integers beyond the safe range are not exact.
  return read !== undefined && Number.isSafeInteger(read) ? read + 0 : undefined;
}

const flags = new Map<unknown, boolean>([
  [true, true],
  [false, false],
  [1, true],
  [0, false],
  ['true', true],
  ['false', false],
  ['1', true],
  ['0', false],
]);

const toBoolean = (value: unknown): boolean | undefined =>
  flags.get(typeof value === 'string' ? value.toLowerCase() : value);

const toText = (value: unknown, schema: Schema): string | Fault | undefined => {
  if (typeof value !== 'string') return undefined;
  return isStorableText(value) ? value : restWords.storable(schema);
};

function toList(value: unknown, { divided }: Schema): readonly unknown[] | undefined {
  if (Array.isArray(value)) return value;
  if (typeof value === 'string') {
    const pieces = divided ? value.split(',').map((piece) => piece.trim()) : value.split(/[\s,]+/);
    return pieces.filter((piece) => piece !== '');
  }
  return typeof value === 'number' || typeof value === 'boolean' ? [String(value)] : undefined;
}

/** Uploaded files have a function, which no JSON value has. */
const isFile = (value: Readonly<Record<string, unknown>>): boolean => typeof value.chunks === 'function';

const converters: Readonly<Record<SchemaType, (value: unknown, schema: Schema) => unknown>> = {
  string: toText,
  integer: toInteger,
  number: toNumber,
  boolean: toBoolean,
  array: toList,
  object: (value) => (value === '' ? {} : isObject(value) && !isFile(value) ? value : undefined),
  null: () => undefined,
  file: (value) => (isObject(value) && isFile(value) ? value : undefined),
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches the control characters to be removed.
const controls = /[\u0000-\u001f\u007f]/g;

const address = formOf(isAddress, ruleFault('rest_invalid_uri', 'is not an absolute address'));

const formats: FormatReaders<string> = {
  'date-time': formOf(isMoment, ruleFault('rest_invalid_date', 'is not a date and time')),
  uri: (text, schema) => address(text.replace(controls, '').trim(), schema),
  email: formOf(isPublicEmailAddress, ruleFault('rest_invalid_email', 'is not an e-mail address')),
  ip: formOf(isIp, ruleFault('rest_invalid_ip', 'is not an IP address')),
  uuid: formOf(isUuid, ruleFault('rest_invalid_uuid', 'is not a UUID')),
  'hex-color': formOf(isHexColor, ruleFault('rest_invalid_hex_color', 'is not a colour such as #c0ffee')),
};

/**
 * Values of the shop interface, whether from JSON, a form or a query: `"5"` is a number, `"a,b"` a list, `1` a boolean. Objects
 * are open, and the first fault of a value is reported.
 */
export const lenient: Dialect = {
  convert(type, raw, schema) {
    // An empty text stays a text if texts are allowed.
    if (raw === '' && type !== 'string' && typesOf(schema).includes('string')) return undefined;
    return converters[type](raw, schema);
  },
  conversions: {},
  formats,
  standInOf(schema) {
    const { orNull, enum: choices = [] } = schema;
    const isChoice = choices.length === 0 || choices.includes(null);
    return orNull || (isChoice && typesOf(schema).includes('null'))
      ? { counts: (raw) => raw === null, value: null }
      : undefined;
  },
  defaultOf: ({ default: byDefault }, read) => (byDefault == null ? undefined : read(byDefault)),
  words: restWords,
  unlisted: 'kept',
  mostItems: 20,
  deepest: Number.POSITIVE_INFINITY,
};
