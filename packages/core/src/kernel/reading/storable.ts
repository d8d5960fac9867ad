import { isStorableText } from '../text.ts';

/** Whether a value is an object but not a list. */
export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own member of an object or list; undefined if there is none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Readonly<Record<string, unknown>>)[name]
    : undefined;

/**
 * Whether all texts in a value are free of NUL and lone surrogates, which databases cannot store, and the value is nested at
 * most `depth` levels deep.
 */
export function isStorable(value: unknown, depth: number): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((each) => isStorable(each, depth - 1));
  return Object.entries(value).every(([name, member]) => isStorableText(name) && isStorable(member, depth - 1));
}
