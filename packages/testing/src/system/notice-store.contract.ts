import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aNewUser, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = new Date(NOON.getTime() + 1_000);

export const noticeStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`NoticeStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());
    const addUser = () => stores.users.insert(aNewUser(), NOON);

    it('stores when each account last dismissed a notice', async () => {
      const { notices } = stores;
      const one = await addUser();
      const other = await addUser();
      await notices.dismiss(one.userId, 'first', NOON);
      await notices.dismiss(one.userId, 'second', NOON);
      await notices.dismiss(one.userId, 'first', later);
      expect(await notices.dismissedBy(one.userId)).toEqual(
        new Map([
          ['first', later],
          ['second', NOON],
        ]),
      );
      expect(await notices.dismissedBy(other.userId)).toEqual(new Map());
    });

    it('deletes the dismissals of a removed account', async () => {
      const { userId } = await addUser();
      await stores.notices.dismiss(userId, 'first', NOON);
      expect(await stores.users.isReferredTo(userId)).toBe(false);
      await stores.users.remove(userId);
      expect(await stores.notices.dismissedBy(userId)).toEqual(new Map());
    });

    it('is undone with the unit of work', async () => {
      const { userId } = await addUser();
      const undone = stores.unitOfWork.run(async () => {
        await stores.notices.dismiss(userId, 'first', NOON);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await stores.notices.dismissedBy(userId)).toEqual(new Map());
    });
  });
