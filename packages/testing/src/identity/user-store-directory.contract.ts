import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aNewUser, freshWord, type OpenStores, outcomes } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = new Date('2026-11-20T13:00:00.000Z');

/** What every UserStore promises about accounts of a directory. */
export const userStoreDirectoryContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`UserStore, accounts of a directory: ${implementation}`, () => {
    let stores: OpenStores;
    let users: OpenStores['users'];
    beforeAll(async () => {
      stores = await open();
      users = stores.users;
    });
    afterAll(() => stores?.close());

    const linked = (changes: Parameters<typeof aNewUser>[0] = {}) =>
      aNewUser({ source: 'ldap', externalId: freshWord(), ...changes });
    const add = (changes: Parameters<typeof aNewUser>[0] = {}) => users.insert(linked(changes), NOON);
    const found = async (externalIds: readonly string[], names: readonly string[]) =>
      (await users.forDirectory(externalIds, names)).map(({ user }) => user.userId);

    it('keeps the external identifier, and changes it', async () => {
      const user = await add({ externalId: 'id-1' });
      expect(user.externalId).toBe('id-1');
      expect(await users.find(user.userId)).toEqual(user);
      expect(await users.update(user.userId, { externalId: null }, later)).toMatchObject({ externalId: null });
      const linkedAgain = await users.update(user.userId, { externalId: 'id-2' }, later);
      expect(linkedAgain).toMatchObject({ externalId: 'id-2', version: 3 });
    });

    it('has one account for each external identifier', async () => {
      const user = await add();
      const second = linked({ externalId: user.externalId });
      const refused = { code: 'external_id_taken' };
      await expect(users.insert(second, NOON)).rejects.toMatchObject(refused);
      await expect(users.insertAll([second], NOON)).rejects.toMatchObject(refused);
      const other = await add();
      await expect(users.update(other.userId, { externalId: user.externalId }, NOON)).rejects.toMatchObject(refused);
    });

    it('makes one account in concurrent creations for the same identifier', async () => {
      const externalId = freshWord();
      const attempts = Array.from({ length: 6 }, () => stores.unitOfWork.run(() => add({ externalId })));
      expect(await outcomes(attempts)).toEqual({
        done: 1,
        refused: Array.from({ length: 5 }, () => 'external_id_taken'),
      });
    });

    it('allows another account for the identifier of a deleted one, which then cannot be restored', async () => {
      const user = await add();
      await users.update(user.userId, { deletedAt: later }, later);
      const heir = await add({ externalId: user.externalId });
      expect(heir.externalId).toBe(user.externalId);
      await expect(users.update(user.userId, { deletedAt: null }, later)).rejects.toMatchObject({
        code: 'external_id_taken',
      });
    });

    it('finds accounts of the directory by identifier, deleted or not', async () => {
      const live = await add();
      const deleted = await add();
      await users.update(deleted.userId, { deletedAt: later }, later);
      const ids = [String(live.externalId), String(deleted.externalId), freshWord()];
      expect(await found(ids, [])).toEqual([live.userId, deleted.userId]);
      expect(await found([], [])).toEqual([]);
    });

    it('returns what a login is checked against', async () => {
      const user = await add();
      await users.raiseTokenVersion(user.userId);
      expect(await users.forDirectory([String(user.externalId)], [])).toEqual([
        { user, password: null, tokenVersion: 1 },
      ]);
    });

    it('finds an account by name, case ignored, for any source of its password', async () => {
      const local = await users.insert(aNewUser(), NOON);
      const ofDirectory = await add();
      expect(await found([], [local.username.toUpperCase(), ofDirectory.username])).toEqual([
        local.userId,
        ofDirectory.userId,
      ]);
    });

    it('finds a deleted account by name only when the directory had it without an identifier', async () => {
      const accounts = [await add({ externalId: null }), await add(), await users.insert(aNewUser(), NOON)];
      for (const { userId } of accounts) await users.update(userId, { deletedAt: later }, later);
      expect(
        await found(
          [],
          accounts.map(({ username }) => username),
        ),
      ).toEqual([accounts[0]?.userId]);
    });

    it('does not find a local account as one of the directory', async () => {
      const local = await users.insert(aNewUser({ externalId: 'not-linked' }), NOON);
      expect(await found(['not-linked'], [])).toEqual([]);
      expect(local.source).toBe('local');
    });

    it('stores new users together, or none of them', async () => {
      const one = linked({ email: 'one@example.org', role: 'admin' });
      const two = linked({ displayName: 'Two' });
      await users.insertAll([one, two], NOON);
      expect(await users.findByName(one.username)).toMatchObject({
        email: 'one@example.org',
        role: 'admin',
        version: 1,
      });
      expect(await users.findByName(two.username)).toMatchObject({ displayName: 'Two', externalId: two.externalId });
      const three = linked();
      await expect(users.insertAll([three, linked({ username: one.username })], NOON)).rejects.toMatchObject({
        code: 'username_taken',
      });
      expect(await users.findByName(three.username)).toBeUndefined();
      await users.insertAll([], NOON);
    });

    it('returns active accounts with an identifier by id, a part at a time', async () => {
      const first = await add();
      const others = [await add({ isActive: false }), await add({ externalId: null }), await add()];
      await users.update(others[2]?.userId ?? 0, { deletedAt: later }, later);
      await users.insert(aNewUser(), NOON);
      const second = await add();
      const third = await add();
      const after = first.userId - 1;
      expect(await users.linkedToDirectory(after, 2)).toEqual([first, second]);
      expect(await users.linkedToDirectory(second.userId, 2)).toEqual([third]);
      expect(await users.linkedToDirectory(third.userId, 2)).toEqual([]);
    });

    it('deactivates active accounts, ends their sessions, and counts them', async () => {
      const active = await add();
      const idle = await add({ isActive: false });
      const deleted = await add();
      const other = await add();
      await users.update(deleted.userId, { deletedAt: later }, later);
      const ids = [active, idle, deleted].map(({ userId }) => userId);
      expect(await users.deactivateAll(ids, later)).toBe(1);
      expect(await users.find(active.userId)).toMatchObject({ isActive: false, version: 2, updatedAt: later });
      expect((await users.forToken(active.userId, 't'))?.tokenVersion).toBe(1);
      expect((await users.forToken(idle.userId, 't'))?.tokenVersion).toBe(0);
      expect(await users.find(other.userId)).toEqual(other);
      expect(await users.deactivateAll(ids, later)).toBe(0);
      expect(await users.deactivateAll([], later)).toBe(0);
    });
  });
