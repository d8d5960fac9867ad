import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionNonces } from '@backroom/core/identity';
import type { KeyRing } from './keys/token-keys.ts';

const LENGTH = 32;

/** Nonces of one session: HMAC-SHA256 of its id and a purpose. The newest key makes them, all keys of the ring verify them. */
export class HmacSessionNonces implements SessionNonces {
  readonly #keys: readonly Uint8Array[];
  readonly #sessionId: string;

  constructor({ newest, keys }: KeyRing, sessionId: string) {
    const others = [...keys.values()].filter(({ kid }) => kid !== newest.kid);
    this.#keys = [newest, ...others].flatMap(({ nonceKey }) => nonceKey ?? []);
    this.#sessionId = sessionId;
  }

  nonce(purpose: string): string {
    const [key] = this.#keys;
    if (!key) throw new RangeError('The key that signs has no secret.');
    return this.#under(key, purpose);
  }

  isOwn(nonce: string, purpose: string): boolean {
    const given = Buffer.from(nonce);
    const fits = this.#keys.map((key) => {
      const expected = Buffer.from(this.#under(key, purpose));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    return fits.includes(true);
  }

  #under(key: Uint8Array, purpose: string): string {
    return createHmac('sha256', key).update(`${purpose}\0${this.#sessionId}`).digest('base64url').slice(0, LENGTH);
  }
}
