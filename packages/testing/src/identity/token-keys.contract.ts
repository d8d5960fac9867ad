import type { TokenKeys, TokenSigner } from '@backroom/core/identity';
import { beforeEach, expect, it } from 'vitest';
import { contract } from '../contract.ts';
import { expectations, someClaims } from './token-signer.contract.ts';

/** Keys, a signer that uses them, and a second of each as another process has them. */
export interface KeyParts {
  readonly keys: TokenKeys;
  readonly signer: TokenSigner;
  readonly others: { readonly keys: TokenKeys; readonly signer: TokenSigner };
}

const noon = new Date('2026-10-05T12:00:00Z');
const at = (hours: number) => new Date(noon.getTime() + hours * 3_600_000);
const never = new Date(0);

const kidOf = (token: string): unknown =>
  (JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()) as { readonly kid: unknown }).kid;

/** What every TokenKeys promises that can change its ring; `open` returns a ring of one key each time. */
export const tokenKeysContract = (implementation: string, open: () => Promise<KeyParts>) =>
  contract(`TokenKeys: ${implementation}`, () => {
    let parts: KeyParts;
    let keys: TokenKeys;
    beforeEach(async () => {
      parts = await open();
      keys = parts.keys;
    });
    const sign = async () => parts.signer.sign(someClaims());
    const opens = async (token: string, signer = parts.signer) =>
      (await signer.verify(token, expectations())).fault === undefined;

    it('lists the key it begins with', async () => {
      expect(await keys.list()).toEqual([{ kid: kidOf(await sign()), alg: expect.any(String), state: 'sign' }]);
    });

    it('lists nothing of a key itself', async () => {
      await keys.rotate(noon, never);
      for (const entry of await keys.list())
        expect(['kid', 'alg', 'state', 'retiredAt']).toEqual(expect.arrayContaining(Object.keys(entry)));
    });

    it('signs with a fresh key of the same kind after a rotation', async () => {
      const [first] = await keys.list();
      const { added, retired, removed } = await keys.rotate(noon, never);
      expect([kidOf(await sign()), added.alg, retired, removed]).toEqual([added.kid, first?.alg, [first?.kid], []]);
    });

    it('lists the old key as one that only verifies, and since when', async () => {
      const [first] = await keys.list();
      const { added } = await keys.rotate(noon, never);
      expect(await keys.list()).toEqual([{ ...first, state: 'verify', retiredAt: noon }, added]);
    });

    it('opens tokens from before a rotation', async () => {
      const token = await sign();
      await keys.rotate(noon, never);
      expect(await opens(token)).toBe(true);
    });

    it('is followed by another process at once, for the tokens of both keys', async () => {
      const { signer } = parts.others;
      const old = await signer.sign(someClaims());
      expect(await opens(old, signer)).toBe(true);
      const { added } = await keys.rotate(noon, never);
      const fresh = await sign();
      const theirs = await signer.sign(someClaims());
      expect([await opens(fresh, signer), await opens(old, signer), kidOf(theirs)]).toEqual([true, true, added.kid]);
    });

    it('keeps a key that was retired after the limit', async () => {
      const token = await sign();
      await keys.rotate(noon, never);
      const { removed } = await keys.rotate(at(8), new Date(noon.getTime() - 1));
      expect([removed, await opens(token)]).toEqual([[], true]);
    });

    it('removes a key that was retired by the limit, and opens its tokens no more', async () => {
      const token = await sign();
      await keys.rotate(noon, never);
      expect(await opens(token)).toBe(true);
      const { removed } = await keys.rotate(at(9), noon);
      expect([removed, await opens(token)]).toEqual([[kidOf(token)], false]);
    });

    it('removes also the key that signs when everything until now is to go', async () => {
      const token = await sign();
      const { added, removed, retired } = await keys.rotate(noon, noon);
      expect([removed, retired, await keys.list()]).toEqual([[kidOf(token)], [], [added]]);
      expect(await opens(token)).toBe(false);
    });

    it('loses none of several concurrent rotations', async () => {
      const [first] = await keys.list();
      const rotations = await Promise.all(
        Array.from({ length: 8 }, (_, index) => (index % 2 === 0 ? keys : parts.others.keys).rotate(noon, never)),
      );
      const listed = (await keys.list()).map(({ kid }) => kid);
      expect(listed.toSorted()).toEqual([first?.kid, ...rotations.map(({ added }) => added.kid)].toSorted());
      expect((await keys.list()).filter(({ state }) => state === 'sign')).toHaveLength(1);
    });
  });
