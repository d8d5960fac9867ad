import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Signatures } from '@backroom/core';

const LENGTH = 32;
const form = /^[0-9a-f]{64}$/;

/**
 * Signs with HMAC-SHA256 under keys that are derived from secrets (RFC 5869), so that a signature says nothing about them. The first
 * secret signs, all of them recognise. They are asked for each time, so that a change of secrets takes effect at once.
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
