import { isEmailAddress } from '../../kernel/formats/email.ts';
import type { SortKey } from '../../kernel/page.ts';
import type { Descriptor } from '../schema.ts';

/** Parsed text, or the reason for rejecting it. */
export type TextResult = { readonly value: unknown } | { readonly fault: string; readonly message: string };

const fault = (code: string, message: string): TextResult => ({ fault: code, message });

/** Parses a text according to its descriptor: normalised and length-checked, or as a date, choice or sort order. */
export function readText(descriptor: Descriptor, raw: string): TextResult {
  if (!raw.isWellFormed()) return fault('invalid_format', 'It must be valid Unicode.');
  if (raw.includes('\0')) return fault('invalid_format', 'It must not contain NUL.');
  if (descriptor.format === 'password')
    return raw === '' ? fault('required', 'It is required.') : measure(descriptor, raw);
  const value = raw.normalize('NFC').trim();
  if (value === '') return fault('required', 'It must not be blank.');
  const controls = descriptor.format === 'multiline' ? /[\p{Cc}--[\n\r\t]]/v : /\p{Cc}/v;
  if (controls.test(value)) return fault('invalid_format', 'It must not contain control characters.');
  if (descriptor.format === 'sort') return readSort(descriptor.enum ?? [], value);
  if (descriptor.enum) {
    return descriptor.enum.includes(value)
      ? { value }
      : fault('invalid_format', `One of: ${descriptor.enum.join(', ')}.`);
  }
  if (descriptor.format === 'date-time') return readMoment(value);
  const measured = measure(descriptor, value);
  if ('fault' in measured) return measured;
  return fits(descriptor, value) ? measured : fault('invalid_format', 'It does not have the right form.');
}

function measure({ minLength = 0, maxLength = 1_000_000 }: Descriptor, value: string): TextResult {
  const length = [...value].length;
  if (length < minLength) return fault('too_short', `At least ${minLength} characters.`);
  if (length > maxLength) return fault('too_long', `At most ${maxLength} characters.`);
  return { value };
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const formats: Readonly<Partial<Record<NonNullable<Descriptor['format']>, (value: string) => boolean>>> = {
  email: isEmailAddress,
  uuid: (value) => uuid.test(value),
};

function fits({ format, pattern }: Descriptor, value: string): boolean {
  const hasForm = format && formats[format];
  return (!hasForm || hasForm(value)) && (!pattern || new RegExp(pattern, 'u').test(value));
}

/** Parses RFC 3339 with any offset, truncated to milliseconds. */
function readMoment(value: string): TextResult {
  const parts = /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):\d{2}:\d{2})(\.\d{1,9})?([Zz]|[+-]\d{2}:\d{2})$/.exec(
    value,
  );
  const moment = parts
    ? new Date(`${parts[1]}T${parts[2]}${(parts[3] ?? '').slice(0, 4)}${parts[4]?.toUpperCase()}`)
    : undefined;
  if (!parts || !moment || Number.isNaN(moment.getTime()) || !isCalendarDay(parts[1] ?? '')) {
    return fault('invalid_format', 'It must be a date and time like 2026-11-21T09:00:00Z.');
  }
  return { value: moment };
}

function isCalendarDay(day: string): boolean {
  const midnight = new Date(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(day);
}

function readSort(fields: readonly string[], value: string): TextResult {
  const keys: SortKey[] = value.split(',').map((part) => {
    const name = part.trim();
    return name.startsWith('-') ? { field: name.slice(1), descending: true } : { field: name, descending: false };
  });
  const isKnown =
    keys.every(({ field }) => fields.includes(field)) && new Set(keys.map(({ field }) => field)).size === keys.length;
  return isKnown
    ? { value: keys }
    : fault('invalid_sort', `Sort by: ${fields.join(', ')}; each once, with - for descending.`);
}
