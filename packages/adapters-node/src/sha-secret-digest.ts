import { createHash, timingSafeEqual } from 'node:crypto';
import type { SecretDigest } from '@backroom/core';

/**
 * SHA-256, once and without salt: enough for secrets of more than 140 random bits, which nobody can try out. Passwords
 * that people choose belong to a `PasswordHasher`.
 */
export class ShaSecretDigest implements SecretDigest {
  of(secret: string): string {
    return createHash('sha256').update('backroom application password\0').update(secret).digest('base64url');
  }

  areSame(one: string, other: string): boolean {
    const [a, b] = [Buffer.from(one), Buffer.from(other)];
    return a.length === b.length && timingSafeEqual(a, b);
  }
}
