import type { SecretDigest } from '@backroom/core/identity';
import { expect, it } from 'vitest';
import { contract } from '../contract.ts';

const secret = 'abcdEFGH1234ijklMNOP6789';

export const secretDigestContract = (implementation: string, open: () => SecretDigest) =>
  contract(`SecretDigest: ${implementation}`, () => {
    const digest = open();

    it('returns the same text for the same secret, and another for any other', () => {
      expect(digest.of(secret)).toBe(digest.of(secret));
      expect(digest.of(secret)).not.toBe(digest.of('abcdEFGH1234ijklMNOP6780'));
      expect(digest.of(secret)).toMatch(/^[A-Za-z0-9_-]{16,64}$/);
    });

    it('returns nothing from which the secret can be found', () => {
      expect(digest.of(secret)).not.toContain('abcd');
    });

    it('compares two digests of any length', () => {
      const one = digest.of(secret);
      expect(digest.areSame(one, digest.of(secret))).toBe(true);
      expect(digest.areSame(one, digest.of(secret.toLowerCase()))).toBe(false);
      expect([digest.areSame(one, ''), digest.areSame(one, one.slice(1)), digest.areSame(one, `${one}a`)]).toEqual([
        false,
        false,
        false,
      ]);
    });
  });
