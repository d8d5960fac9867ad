import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import type { SignatureVerifier } from '@backroom/core/marketplace';

const KEY_LENGTH = 32;
const SIGNATURE_LENGTH = 64;
const form = /^[A-Za-z0-9+/]{43}=$/;

/** Whether a text is a public key: 32 bytes in base64. */
export const isVerifyingKey = (text: string): boolean => form.test(text);

/** Verifies Ed25519 signatures with Node's crypto. */
export class Ed25519Verifier implements SignatureVerifier {
  readonly #keys = new Map<string, KeyObject>();

  keyId(publicKey: string): string {
    return createHash('sha256').update(Buffer.from(publicKey, 'base64')).digest('hex').slice(0, KEY_LENGTH);
  }

  verify(publicKey: string, text: string, signature: string): boolean {
    const value = Buffer.from(signature, 'base64url');
    if (value.byteLength !== SIGNATURE_LENGTH || !isVerifyingKey(publicKey)) return false;
    return verify(null, Buffer.from(text), this.#keyOf(publicKey), value);
  }

  open(publicKey: string, token: string): string | undefined {
    const [payload = '', signature = '', ...more] = token.split('.');
    if (more.length > 0 || !/^[A-Za-z0-9_-]+$/.test(payload) || !this.verify(publicKey, payload, signature))
      return undefined;
    return Buffer.from(payload, 'base64url').toString('utf8');
  }

  #keyOf(publicKey: string): KeyObject {
    const known = this.#keys.get(publicKey);
    if (known) return known;
    const x = Buffer.from(publicKey, 'base64').toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    this.#keys.set(publicKey, key);
    return key;
  }
}
