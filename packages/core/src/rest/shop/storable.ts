/** Whether no text in a value, at any depth, has what databases and other programs cannot hold: NUL, or half a character. */
export function isStorable(value: unknown): boolean {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\0');
  if (Array.isArray(value)) return value.every(isStorable);
  if (typeof value !== 'object' || value === null || value instanceof Uint8Array) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
}
