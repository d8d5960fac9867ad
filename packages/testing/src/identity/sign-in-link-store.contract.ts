import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aNewUser, freshWord, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const after = (milliseconds: number) => new Date(NOON.getTime() + milliseconds);

export const signInLinkStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`SignInLinkStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    const addLink = async (expiresAt = after(1_000)) => {
      const { userId } = await stores.users.insert(aNewUser(), NOON);
      const link = { digest: freshWord(), userId, tokenVersion: 3, createdAt: NOON, expiresAt };
      await stores.signInLinks.insert(link);
      return link;
    };

    it('returns a link once', async () => {
      const link = await addLink();
      expect(await stores.signInLinks.spend(link.digest, after(999))).toEqual(link);
      expect(await stores.signInLinks.spend(link.digest, after(999))).toBeUndefined();
      expect(await stores.signInLinks.spend(freshWord(), after(0))).toBeUndefined();
    });

    it('returns a link to one of many', async () => {
      const link = await addLink();
      const spent = await Promise.all(
        Array.from({ length: 8 }, () => stores.signInLinks.spend(link.digest, after(500))),
      );
      expect(spent.filter((each) => each !== undefined)).toEqual([link]);
    });

    it('returns no link that has expired', async () => {
      const link = await addLink();
      expect(await stores.signInLinks.spend(link.digest, after(1_000))).toBeUndefined();
    });

    it('leaves a link unspent with the unit of work', async () => {
      const link = await addLink();
      const undone = stores.unitOfWork.run(async () => {
        await stores.signInLinks.spend(link.digest, after(1));
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await stores.signInLinks.spend(link.digest, after(1))).toEqual(link);
    });

    it('deletes what has expired, used or not', async () => {
      await stores.signInLinks.forgetExpired(after(1_000_000));
      const used = await addLink();
      const kept = await addLink(after(5_000));
      await stores.signInLinks.spend(used.digest, after(1));
      expect(await stores.signInLinks.forgetExpired(after(1_000))).toBe(1);
      expect(await stores.signInLinks.spend(kept.digest, after(2_000))).toEqual(kept);
    });
  });
