/** Message for an invalid idempotency key. */
export const invalidIdempotencyKey = 'Idempotency-Key: 1 to 255 visible ASCII characters.';

/** Parses an `Idempotency-Key` header, quoted or not; undefined if it is invalid. */
export function readIdempotencyKey(header: string): string | undefined {
  const key = /^"(.*)"$/.exec(header)?.[1] ?? header;
  return /^[\x21-\x7e]{1,255}$/.test(key) ? key : undefined;
}
