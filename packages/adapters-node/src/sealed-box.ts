import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { type SecretBox, secretsKeyMissing } from '@backroom/core/identity';
import type { SealingKey, SealingKeys } from './keys/sealing-keys.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE = 12;
const TAG = 16;
/** Format version, key id, and nonce, ciphertext and tag in base64url. */
const FORM = /^v1\.([0-9a-f]{12})\.([A-Za-z0-9_-]+)$/;

/**
 * AES-256-GCM (NIST SP 800-38D) with a random nonce; the purpose is authenticated as additional data.
 *
 * The keys are read for each operation, so that a rotation takes effect immediately.
 */
export class SealedBox implements SecretBox {
  readonly #keys: () => SealingKeys;

  constructor(keys: () => SealingKeys) {
    this.#keys = keys;
  }

  get canSeal(): boolean {
    return this.#keys().newest !== undefined;
  }

  seal(text: string, purpose: string): string {
    const { newest } = this.#keys();
    if (newest === undefined) throw secretsKeyMissing();
    const nonce = randomBytes(NONCE);
    const cipher = createCipheriv(ALGORITHM, newest.bytes, nonce, { authTagLength: TAG });
    cipher.setAAD(Buffer.from(purpose, 'utf8'));
    const hidden = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
    return `v1.${newest.id}.${Buffer.concat([nonce, hidden, cipher.getAuthTag()]).toString('base64url')}`;
  }

  open(sealed: string, purpose: string): string | undefined {
    const [, id, body = ''] = FORM.exec(sealed) ?? [];
    const { newest, older } = this.#keys();
    const key = [...(newest === undefined ? [] : [newest]), ...older].find((each) => each.id === id);
    const bytes = Buffer.from(body, 'base64url');
    if (key === undefined || bytes.length < NONCE + TAG || bytes.toString('base64url') !== body) return undefined;
    return opened(bytes, key, purpose);
  }

  isStale(sealed: string): boolean {
    return FORM.exec(sealed)?.[1] !== this.#keys().newest?.id;
  }
}

/** Undefined when the authentication fails: the text was altered, or sealed for another purpose. */
function opened(bytes: Buffer, key: SealingKey, purpose: string): string | undefined {
  try {
    const decipher = createDecipheriv(ALGORITHM, key.bytes, bytes.subarray(0, NONCE), { authTagLength: TAG });
    decipher.setAAD(Buffer.from(purpose, 'utf8'));
    decipher.setAuthTag(bytes.subarray(-TAG));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE, -TAG)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
