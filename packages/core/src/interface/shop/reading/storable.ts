import { isStorableText } from '../../../kernel/text.ts';

/** Whether no text in a value, at any depth, has what databases and other programs cannot hold: NUL, or half a character. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}
