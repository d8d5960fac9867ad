import { createHash, timingSafeEqual } from 'node:crypto';
import type { SecretDigest } from '@backroom/core/identity';

/**
 * Unsalted SHA-256: sufficient for generated secrets of more than 140 random bits, which cannot be enumerated. Passwords
 * that people choose need a `PasswordHasher`.
 */
export class ShaSecretDigest implements SecretDigest {
  of(secret: string): string {
    return createHash('sha256').update('backroom application password\0').update(secret).digest('base64url');
  }

  areSame(one: string, other: string): boolean {
    const a = Buffer.from(one);
    const b = Buffer.from(other);
    return a.length === b.length && timingSafeEqual(a, b);
  }
}
