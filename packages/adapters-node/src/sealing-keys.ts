import { createHash, randomBytes } from 'node:crypto';

/** A key that seals, under a name that follows from it and does not reveal it. */
export interface SealingKey {
  readonly id: string;
  /** 32 bytes. */
  readonly bytes: Uint8Array;
}

/** The keys of a box: the newest seals, all of them open. */
export interface SealingKeys {
  readonly newest: SealingKey | undefined;
  readonly older: readonly SealingKey[];
}

const LENGTH = 32;

/** Whether a text is 32 bytes in base64, spelled as encoders do. */
export function isSealingKey(text: string): boolean {
  const bytes = Buffer.from(text, 'base64');
  return bytes.byteLength === LENGTH && bytes.toString('base64') === text;
}

/**
 * Reads a key of 32 bytes in base64.
 * @throws TypeError for anything else, without showing it
 */
export function sealingKey(text: string): SealingKey {
  if (!isSealingKey(text)) throw new TypeError('A key that seals has 32 bytes in base64.');
  const bytes = Buffer.from(text, 'base64');
  const digest = createHash('sha256').update('backroom sealing key id\0').update(bytes).digest();
  return { id: digest.subarray(0, 6).toString('hex'), bytes };
}

/** Makes a key that nobody else has, in base64. */
export const freshSealingKey = (): string => randomBytes(LENGTH).toString('base64');
