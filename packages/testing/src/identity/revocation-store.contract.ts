import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aNewUser, freshWord, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const inAnHour = new Date(NOON.getTime() + 3_600_000);

export const revocationStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`RevocationStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    const addUser = async () => (await stores.users.insert(aNewUser(), NOON)).userId;
    const isRevoked = async (userId: number, token: string) => (await stores.users.forToken(userId, token))?.isRevoked;

    it('refuses the token from now on, and no other', async () => {
      const userId = await addUser();
      const token = freshWord();
      await stores.revocations.revoke(token, userId, inAnHour);
      expect(await isRevoked(userId, token)).toBe(true);
      expect(await isRevoked(userId, freshWord())).toBe(false);
    });

    it('refuses every token of a session, and a token from a later moment on', async () => {
      const userId = await addUser();
      const token = freshWord();
      const session = freshWord();
      const at = async (id: string, now: Date) =>
        (await stores.users.forToken(userId, token, { id, now }))?.isRevoked ?? null;
      const soon = new Date(NOON.getTime() + 60_000);
      await stores.revocations.revoke(token, userId, inAnHour, soon);
      expect([await at(session, NOON), await at(session, soon)]).toEqual([false, true]);
      await stores.revocations.revoke(token, userId, inAnHour, inAnHour);
      expect(await at(session, soon)).toBe(true);
      await stores.revocations.revoke(session, userId, inAnHour);
      expect([await at(session, NOON), await at(freshWord(), NOON)]).toEqual([true, false]);
      await stores.revocations.revoke(token, userId, inAnHour);
      expect(await at(freshWord(), NOON)).toBe(true);
    });

    it('accepts the same token any number of times, also at once', async () => {
      const userId = await addUser();
      const token = freshWord();
      await Promise.all(Array.from({ length: 5 }, () => stores.revocations.revoke(token, userId, inAnHour)));
      expect(await isRevoked(userId, token)).toBe(true);
    });

    it('is undone with the unit of work', async () => {
      const userId = await addUser();
      const token = freshWord();
      const undone = stores.unitOfWork.run(async () => {
        await stores.revocations.revoke(token, userId, inAnHour);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await isRevoked(userId, token)).toBe(false);
    });

    it('deletes what has expired, keeps the rest, and returns the number deleted', async () => {
      await stores.revocations.forgetExpired(inAnHour);
      const userId = await addUser();
      const old = freshWord();
      const young = freshWord();
      await stores.revocations.revoke(old, userId, NOON);
      await stores.revocations.revoke(young, userId, inAnHour);
      expect(await stores.revocations.forgetExpired(NOON)).toBe(1);
      expect(await stores.revocations.forgetExpired(NOON)).toBe(0);
      expect([await isRevoked(userId, old), await isRevoked(userId, young)]).toEqual([false, true]);
    });
  });
