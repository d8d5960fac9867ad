import type { Schema } from '../schema.ts';
import { isStorableText } from '../text.ts';
import type { Dialect } from './dialect.ts';
import { lenient } from './lenient.ts';
import { restWords } from './rest-words.ts';
import { isObject } from './storable.ts';

const converters: Partial<Record<string, (raw: unknown, schema: Schema) => unknown>> = {
  string(raw, schema) {
    if (typeof raw !== 'string') return undefined;
    return isStorableText(raw) ? raw : restWords.storable(schema);
  },
  integer: (raw) => (Number.isSafeInteger(raw) ? raw : undefined),
  number: (raw) => (Number.isFinite(raw) ? raw : undefined),
  boolean: (raw) => (typeof raw === 'boolean' ? raw : undefined),
  array: (raw) => (Array.isArray(raw) ? raw : undefined),
  object: (raw) => (isObject(raw) ? raw : undefined),
};

/** Values of JSON as they are, as options are stored: nothing is converted, and objects with listed members are closed. */
export const strict: Dialect = {
  ...lenient,
  complete: (schema) => ({ maxLength: 4_000, maxItems: 500, ...schema }),
  convert: (type, raw, schema) => converters[type]?.(raw, schema),
  unlisted: 'refused',
  mostItems: 1,
  deepest: 7,
};
