import { DomainError } from '../kernel/errors.ts';
import { utf8Length } from '../kernel/text.ts';
import type { Attributes } from './item.ts';

/** Maximum number of attributes per item. */
export const MOST_KEYS = 50;
const LONGEST_VALUE = 500;
/** Maximum size of all attributes of an item as JSON: 8 KiB, in bytes. */
const LARGEST = 8_192;

/** First violation of the limits on attributes; `member` names the input member. */
export function attributesFault(attributes: Attributes, member = 'attributes'): DomainError | undefined {
  // Reports keys as sent: attribute names are chosen by users.
  const fault = (key: string | undefined, code: string, message: string) =>
    new DomainError('invalid', code, message, {
      fields: [
        { ...(key === undefined ? { path: [member] } : { path: [member, key], isForeign: true }), code, message },
      ],
    });
  const entries = Object.entries(attributes);
  if (entries.length > MOST_KEYS) return fault(undefined, 'too_long', `At most ${MOST_KEYS} keys.`);
  for (const [key, value] of entries) {
    if (!/^[a-z][a-z0-9_]{0,62}$/.test(key))
      return fault(key, 'invalid_format', 'Keys are lower-case letters, digits and _.');
    if (typeof value === 'string' && value.length > LONGEST_VALUE)
      return fault(key, 'too_long', `At most ${LONGEST_VALUE} characters.`);
    if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed()))
      return fault(key, 'invalid_format', 'Valid Unicode without NUL.');
    if (!isScalar(value)) return fault(key, 'wrong_type', 'A text, a finite number, true, false or null.');
  }
  if (utf8Length(JSON.stringify(attributes)) > LARGEST) return fault(undefined, 'too_long', 'At most 8 KiB in all.');
  return undefined;
}

const isScalar = (value: unknown): boolean =>
  value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value);
