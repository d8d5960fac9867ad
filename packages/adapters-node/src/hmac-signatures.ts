import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Signatures } from '@backroom/core/files';

const LENGTH = 32;
const form = /^[0-9a-f]{64}$/;

/**
 * HMAC-SHA256 with keys derived from secrets by HKDF (RFC 5869). The first secret signs, all of them verify. They are
 * read for each operation, so that a rotation takes effect immediately.
 */
export class HmacSignatures implements Signatures {
  readonly #secrets: () => readonly Uint8Array[];

  constructor(secrets: () => readonly Uint8Array[]) {
    this.#secrets = secrets;
  }

  get canSign(): boolean {
    return this.#secrets().length > 0;
  }

  sign(text: string): string {
    const [secret] = this.#secrets();
    if (!secret) throw new RangeError('There is no key that signs.');
    return signed(secret, text).toString('hex');
  }

  isSigned(text: string, signature: string): boolean {
    const given = Buffer.from(form.test(signature) ? signature : '', 'hex');
    const padded = Buffer.concat([given, Buffer.alloc(LENGTH)], LENGTH);
    const fits = this.#secrets().map((secret) => timingSafeEqual(signed(secret, text), padded));
    return given.byteLength === LENGTH && fits.includes(true);
  }
}

const signed = (secret: Uint8Array, text: string): Buffer => createHmac('sha256', keyOf(secret)).update(text).digest();

const keyOf = (secret: Uint8Array): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, new Uint8Array(), 'backroom signatures', LENGTH));
