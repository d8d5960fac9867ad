/** What is said about a key that is none. */
export const invalidOnceKey = 'Idempotency-Key: 1 to 255 visible ASCII characters.';

/** The key in an `Idempotency-Key` header, quoted or not; undefined for what is none. */
export function onceKeyIn(header: string): string | undefined {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined;
}
