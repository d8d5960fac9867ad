import { DomainError } from '../kernel/errors.ts';
import type { Attributes } from './item.ts';

/** Most attributes of an item. */
export const MOST_KEYS = 50;
const LONGEST_VALUE = 500;
/** Most bytes of all attributes of an item as JSON: 8 KiB. */
const LARGEST = 8_192;

/** What is wrong with the attributes of an item, which came in this member of the input, if anything is. */
export function attributesFault(attributes: Attributes, member = 'attributes'): DomainError | undefined {
  /** Keys are told as they were sent: they are the words of whoever made the item. */
  const fault = (code: string, message: string, key?: string) => {
    const place = key === undefined ? { path: [member] } : { path: [member, key], isForeign: true };
    return new DomainError('invalid', code, message, { fields: [{ ...place, code, message }] });
  };
  const entries = Object.entries(attributes);
  if (entries.length > MOST_KEYS) return fault('too_long', `At most ${MOST_KEYS} keys.`);
  for (const [key, value] of entries) {
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(key))
      return fault('invalid_format', 'Keys are lower-case letters, digits and _.', key);
    if (typeof value === 'string' && value.length > LONGEST_VALUE)
      return fault('too_long', `At most ${LONGEST_VALUE} characters.`, key);
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      return fault('invalid_format', 'Valid Unicode without NUL.', key);
    if (!isScalar(value)) return fault('wrong_type', 'A text, a finite number, true, false or null.', key);
  }
  if (utf8Length(JSON.stringify(attributes)) > LARGEST) return fault('too_long', 'At most 8 KiB in all.');
  return undefined;
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);

const utf8Length = (text: string): number =>
  encodeURIComponent(text.toWellFormed()).replace(/%[0-9A-F]{2}/g, '.').length;
