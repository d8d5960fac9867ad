import { DomainError } from '@backroom/core';
import type { PausingWork } from '@backroom/core/kernel';

/** A decoded form field. */
export type FormField = readonly [name: string, value: string];

/** Characters decoded between two yields to the event loop; fields are never split. */
const PIECE = 4_096;

/** Maximum number of form fields, for any caller. */
export const MOST_FIELDS = 10_000;

/** Refusal of a form with too many fields: 413 `payload_too_large`. */
export const tooManyFields = (most: number): DomainError =>
  new DomainError('too-large', 'payload_too_large', `The form has more than ${most} fields.`);

/**
 * Decodes the fields of an `application/x-www-form-urlencoded` text in order; a unit of work is one field.
 * @throws DomainError `payload_too_large` for more fields than `most`
 */
export function* formFields(text: string, most: number = MOST_FIELDS): PausingWork<readonly FormField[]> {
  const fields: FormField[] = [];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('&', start + PIECE);
    const end = found < 0 ? text.length : found;
    const before = fields.length;
    // In later pieces a leading question mark belongs to a name.
    const piece = text.slice(start, end);
    for (const field of new URLSearchParams(start === 0 ? piece : `&${piece}`)) fields.push(field);
    if (fields.length > most) throw tooManyFields(most);
    yield fields.length - before;
    start = end + 1;
  }
  return fields;
}
