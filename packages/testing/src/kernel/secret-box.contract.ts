import type { SecretBox } from '@backroom/core/identity';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '../contract.ts';

/** A box, one with the keys of another installation, and later states of it. */
export interface BoxParts {
  readonly box: SecretBox;
  readonly foreign: SecretBox;
  /** A box that cannot seal, because it has no key. */
  readonly keyless: SecretBox;
  /** The same box after a fresh key took over. */
  renewed(): Promise<SecretBox>;
  /** The same box after the older keys are removed. */
  forgotten(): Promise<SecretBox>;
}

const purpose = 'ldap.bind_password';

/** `open` returns boxes with new keys on each call. */
export const secretBoxContract = (implementation: string, open: () => Promise<BoxParts>) =>
  contract(`SecretBox: ${implementation}`, () => {
    let parts: BoxParts;
    let box: SecretBox;
    beforeEach(async () => {
      parts = await open();
      box = parts.box;
    });

    it.each(['a horse in a field', '', ' both ends ', 'päßwörd 🐎', 'x'.repeat(1024), 'a\0b\nc'])(
      'opens what it sealed: %j',
      (text) => {
        expect(box.open(box.seal(text, purpose), purpose)).toBe(text);
      },
    );

    it('never seals the same text twice alike', () => {
      const sealed = Array.from({ length: 100 }, () => box.seal('a horse', purpose));
      expect(new Set(sealed).size).toBe(100);
    });

    it('shows nothing of the text, in whatever spelling', () => {
      const sealed = box.seal('a horse in a field', purpose);
      for (const encoding of ['utf8', 'hex', 'base64', 'base64url'] as const)
        expect(sealed).not.toContain(Buffer.from('a horse in a field').toString(encoding).replace(/=+$/, ''));
    });

    it('seals into a text that can be stored anywhere', () => {
      expect(box.seal('a\0b', purpose)).toMatch(/^[A-Za-z0-9._-]+$/);
    });

    it('opens for the same purpose only', () => {
      const sealed = box.seal('a horse', purpose);
      expect([box.open(sealed, 'ldap.bind_passwor'), box.open(sealed, '')]).toEqual([undefined, undefined]);
    });

    it('does not open what another installation sealed', () => {
      expect(box.open(parts.foreign.seal('a horse', purpose), purpose)).toBeUndefined();
    });

    it('does not open what was altered in any place', () => {
      const sealed = box.seal('a horse', purpose);
      const altered = [...sealed].map(
        (letter, at) => sealed.slice(0, at) + (letter === 'A' ? 'B' : 'A') + sealed.slice(at + 1),
      );
      expect(altered.filter((each) => box.open(each, purpose) !== undefined)).toEqual([]);
    });

    it('does not open what was shortened', () => {
      const sealed = box.seal('a horse', purpose);
      const shorter = Array.from({ length: sealed.length }, (_, length) => sealed.slice(0, length));
      expect(shorter.filter((each) => box.open(each, purpose) !== undefined)).toEqual([]);
    });

    it.each([
      '',
      'a horse',
      'v1..',
      '{}',
      'v1.000000000000.',
      `v1.000000000000.${'A'.repeat(64)}`,
      '\0',
      'x'.repeat(100_000),
    ])('does not open what was never sealed: %j', (text) => expect(box.open(text, purpose)).toBeUndefined());

    it('returns whether it can seal', () => {
      expect([box.canSeal, parts.keyless.canSeal]).toEqual([true, false]);
    });

    it('refuses to seal without a key', () => {
      expect(() => parts.keyless.seal('a horse', purpose)).toThrow(
        expect.objectContaining({ code: 'secrets_key_missing' }),
      );
    });

    it('opens nothing without a key', () => {
      expect(parts.keyless.open(box.seal('a horse', purpose), purpose)).toBeUndefined();
    });

    it('finds nothing stale that it sealed with the key it has', () => {
      expect(box.isStale(box.seal('a horse', purpose))).toBe(false);
    });

    it('finds stale what it cannot have sealed', () => {
      expect([box.isStale(parts.foreign.seal('a horse', purpose)), box.isStale('')]).toEqual([true, true]);
    });

    it('opens what a key from before sealed, and finds it stale', async () => {
      const sealed = box.seal('a horse', purpose);
      const renewed = await parts.renewed();
      expect([renewed.open(sealed, purpose), renewed.isStale(sealed)]).toEqual(['a horse', true]);
    });

    it('seals with the fresh key once there is one', async () => {
      const renewed = await parts.renewed();
      expect(renewed.isStale(renewed.seal('a horse', purpose))).toBe(false);
    });

    it('does not open what only a removed key opens', async () => {
      const sealed = box.seal('a horse', purpose);
      await parts.renewed();
      expect((await parts.forgotten()).open(sealed, purpose)).toBeUndefined();
    });
  });
