import { DomainError, type PausingWork } from '@backroom/core';

/** A field of a form, decoded. */
export type FormField = readonly [name: string, value: string];

/** Characters of a form that are decoded between two pauses; one field is never divided. */
const PIECE = 4_096;

/** Most fields of a form, whoever sends it. */
export const MOST_FIELDS = 10_000;

/** A form has too many fields: 413 `payload_too_large`. */
export const tooManyFields = (most: number): DomainError =>
  new DomainError('too-large', 'payload_too_large', `The form has more than ${most} fields.`);

/**
 * The fields of an `application/x-www-form-urlencoded` text in their order; a unit of work is one field.
 * @throws DomainError `payload_too_large` for more fields than `most`
 */
export function* formFields(text: string, most: number = MOST_FIELDS): PausingWork<readonly FormField[]> {
  const fields: FormField[] = [];
  for (let start = 0; start < text.length; ) {
    const found = text.indexOf('&', start + PIECE);
    const end = found < 0 ? text.length : found;
    const before = fields.length;
    // Only the first piece may begin with a question mark that is no part of a name.
    const piece = text.slice(start, end);
    for (const field of new URLSearchParams(start === 0 ? piece : `&${piece}`)) fields.push(field);
    if (fields.length > most) throw tooManyFields(most);
    yield fields.length - before;
    start = end + 1;
  }
  return fields;
}
