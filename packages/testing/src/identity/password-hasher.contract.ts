import type { PasswordHasher } from '@backroom/core/identity';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** Passwords that are easily changed on their way into a hash. */
const delicate = {
  'a NUL': 'before\0after',
  'an emoji': 'pass🔑word',
  '256 characters': 'x'.repeat(255).concat('y'),
  '256 emoji': '🔑'.repeat(256),
  'spaces around it': '  spaced out  ',
  'a line break': 'first\nsecond',
  'a combining accent': 'cafe\u0301 creme',
  'half a surrogate pair': 'half\ud83d pair',
};

/** Neighbours of those that a careless hasher takes for the same. */
const neighbours = [
  ['the text before a NUL', 'before\0after', 'before'],
  ['another text after a NUL', 'before\0after', 'before\0other'],
  ['another 256th character', 'x'.repeat(255).concat('y'), 'x'.repeat(256)],
  ['a 73rd character left out', 'x'.repeat(73), 'x'.repeat(72)],
  ['trimmed spaces', ' spaced out ', 'spaced out'],
  ['another case', 'Correct Horse', 'correct horse'],
  ['the composed accent', 'cafe\u0301 creme', 'caf\u00e9 creme'],
  ['the other half of a pair', 'half\ud83d pair', 'half\udd11 pair'],
  ['the replacement character', 'half\ud83d pair', 'half\ufffd pair'],
] as const;

export const passwordHasherContract = (implementation: string, open: () => PasswordHasher) =>
  contract(`PasswordHasher: ${implementation}`, () => {
    let hasher: PasswordHasher;
    beforeEach(() => {
      hasher = open();
    });

    it('makes a hash in PHC string form that does not hold the password', async () => {
      const hash = await hasher.hash('correct horse');
      expect(hash).toMatch(/^\$[a-z0-9-]+\$/);
      expect(hash).not.toContain('correct horse');
    });

    it('recognizes the password that made a hash and no other', async () => {
      const hash = await hasher.hash('correct horse');
      expect(await hasher.verify('correct horse', hash)).toBe(true);
      expect(await hasher.verify('battery staple', hash)).toBe(false);
      expect(await hasher.verify('', hash)).toBe(false);
    });

    it('salts, so that the same password never gives the same hash', async () => {
      expect(await hasher.hash('correct horse')).not.toBe(await hasher.hash('correct horse'));
    });

    it.each(Object.entries(delicate))('keeps a password exactly with %s in it', async (_, password) => {
      expect(await hasher.verify(password, await hasher.hash(password))).toBe(true);
    });

    it.each(neighbours)('distinguishes a password from one with %s', async (_, password, neighbour) => {
      expect(await hasher.verify(neighbour, await hasher.hash(password))).toBe(false);
    });

    it('is false without a hash', async () => {
      expect(await hasher.verify('correct horse', undefined)).toBe(false);
    });

    it.each(['', 'correct horse', '$', '$argon2id$', '$argon2id$v=19$m=8,t=1,p=1$$', '$2b$10$abc', '\0'])(
      'is false for what is no hash: %j',
      async (hash) => {
        expect(await hasher.verify('correct horse', hash)).toBe(false);
      },
    );

    it('requires no fresh hash for its own fresh hash', async () => {
      expect(hasher.needsRehash(await hasher.hash('correct horse'))).toBe(false);
    });
  });
