import { isStorableText } from '../../../kernel/text.ts';

/** Whether all texts in a value, at any depth, are free of NUL and lone surrogates, which databases cannot store. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return isStorableText(value);
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}
