import { createHash, randomBytes } from 'node:crypto';

/** An encryption key. */
export interface SealingKey {
  /** Derived from the key by a one-way hash. */
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
}

/** The newest key encrypts, all of them decrypt. */
export interface SealingKeys {
  readonly newest: SealingKey | undefined;
  readonly older: readonly SealingKey[];
}

const LENGTH = 32;

/** Whether a text is 32 bytes in canonical base64. */
export function isSealingKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.byteLength === LENGTH && bytes.toString('base64') === text;
}

/**
 * Parses a key of 32 bytes in base64.
 * @throws TypeError for anything else; the message does not contain it
 */
export function sealingKey(text: string): SealingKey {
  if (!isSealingKey(text)) throw new TypeError('A key that seals has 32 bytes in base64.');
  const bytes = Buffer.from(text, 'base64');
  const digest = createHash('sha256').update('backroom sealing key id\0').update(bytes).digest();
  return { id: digest.subarray(0, 6).toString('hex'), bytes };
}

/** A random key in base64. */
export const freshSealingKey = (): string => randomBytes(LENGTH).toString('base64');
