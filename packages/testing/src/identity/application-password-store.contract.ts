import { randomUUID } from 'node:crypto';
import type { HashedApplicationPassword, User } from '@backroom/core/identity';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aNewUser, freshWord, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = new Date(NOON.getTime() + 3_600_000);
const muchLater = new Date(NOON.getTime() + 86_400_000);

export const applicationPasswordStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ApplicationPasswordStore: ${implementation}`, () => {
    let stores: OpenStores;
    let passwords: OpenStores['applicationPasswords'];
    beforeAll(async () => {
      stores = await open();
      passwords = stores.applicationPasswords;
    });
    afterAll(() => stores?.close());

    const addUser = (changes: Parameters<typeof aNewUser>[0] = {}) => stores.users.insert(aNewUser(changes), NOON);
    const add = async (
      { userId }: Pick<User, 'userId'>,
      changes: Partial<HashedApplicationPassword> = {},
    ): Promise<HashedApplicationPassword> => {
      const password: HashedApplicationPassword = {
        uuid: randomUUID(),
        userId,
        appId: '',
        name: 'Till',
        createdAt: NOON,
        lastUsedAt: null,
        lastIp: null,
        expiresAt: null,
        scopes: null,
        hash: randomUUID(),
        ...changes,
      };
      await passwords.insert(password);
      return password;
    };
    const shown = ({ hash: _, ...rest }: HashedApplicationPassword) => rest;
    const lookup = ({ hash }: HashedApplicationPassword) => hash.slice(0, 8);

    it('keeps a password with everything that is known of it', async () => {
      const user = await addUser();
      const plain = await add(user);
      const full = await add(user, {
        appId: randomUUID(),
        name: 'Zoë’s “till” <1>',
        expiresAt: muchLater,
        scopes: ['manage_store', 'edit_content'],
        lastUsedAt: later,
        lastIp: '2001:db8::1',
      });
      expect(await passwords.find(user.userId, plain.uuid)).toEqual(shown(plain));
      expect(await passwords.find(user.userId, full.uuid)).toEqual(shown(full));
    });

    it('lists and counts the passwords of one user, oldest first', async () => {
      const user = await addUser();
      const other = await addUser();
      const young = await add(user, { createdAt: later });
      const old = await add(user);
      await add(other);
      expect(await passwords.list(user.userId)).toEqual([old, young].map(shown));
      expect(await passwords.count(user.userId)).toBe(2);
      expect(await passwords.list(2_000_000_000)).toEqual([]);
    });

    it('lists and removes the passwords of one application of all users', async () => {
      const appId = randomUUID();
      const user = await addUser();
      const other = await addUser();
      const young = await add(user, { appId, createdAt: later });
      const old = await add(user, { appId });
      const last = await add(other, { appId });
      const kept = await add(other, { appId: randomUUID() });
      const owned = (of: User, ...all: HashedApplicationPassword[]) =>
        all.map((each) => ({ ...shown(each), username: of.username }));
      expect(await passwords.listOfApplication(appId)).toEqual([...owned(user, old, young), ...owned(other, last)]);
      expect(await passwords.listOfApplication(appId, other.userId)).toEqual(owned(other, last));
      expect(await passwords.removeAllOfApplication(appId)).toBe(3);
      expect(await passwords.removeAllOfApplication(appId)).toBe(0);
      expect(await passwords.list(other.userId)).toEqual([shown(kept)]);
    });

    it('finds, renames and removes the passwords of this user only', async () => {
      const user = await addUser();
      const other = await addUser();
      const password = await add(user);
      expect(await passwords.find(other.userId, password.uuid)).toBeUndefined();
      expect(await passwords.rename(other.userId, password.uuid, 'Mine')).toBeUndefined();
      expect(await passwords.remove(other.userId, password.uuid)).toBeUndefined();
      expect(await passwords.rename(user.userId, password.uuid, 'Mine')).toEqual({ ...shown(password), name: 'Mine' });
      expect(await passwords.remove(user.userId, password.uuid)).toEqual({ ...shown(password), name: 'Mine' });
      expect(await passwords.remove(user.userId, password.uuid)).toBeUndefined();
      expect(await passwords.find(user.userId, 'no such thing')).toBeUndefined();
    });

    it('removes all passwords of a user, or those of one application, and returns their number', async () => {
      const user = await addUser();
      const other = await addUser();
      const appId = randomUUID();
      await add(user, { appId });
      await add(user, { appId });
      await add(user);
      const kept = await add(other, { appId });
      expect(await passwords.removeAll(user.userId, appId)).toBe(2);
      expect(await passwords.removeAll(user.userId)).toBe(1);
      expect(await passwords.removeAll(user.userId)).toBe(0);
      expect(await passwords.list(other.userId)).toEqual([shown(kept)]);
    });

    it('returns the account of a name, case ignored, with the passwords of this lookup', async () => {
      const user = await addUser({ role: 'admin', shopRole: 'editor', mustChangePassword: true });
      const wanted = await add(user);
      await add(user);
      const { userId, username } = user;
      const holder = {
        user: {
          userId,
          username,
          role: 'admin',
          shopRole: 'editor',
          isActive: true,
          mustChangePassword: true,
          isSystem: false,
        },
        passwords: [wanted],
      };
      expect(await passwords.forLogin(username.toUpperCase(), lookup(wanted))).toEqual(holder);
      expect(await passwords.forLogin(username, 'nobodys0')).toEqual({ ...holder, passwords: [] });
      expect(await passwords.forLogin(freshWord(), lookup(wanted))).toBeUndefined();
    });

    it('returns all passwords that begin alike', async () => {
      const user = await addUser();
      const begin = freshWord().padStart(8, 'z').slice(-8);
      const alike = [await add(user, { hash: `${begin}one` }), await add(user, { hash: `${begin}two` })];
      const found = await passwords.forLogin(user.username, begin);
      expect(found?.passwords.map(({ uuid }) => uuid).toSorted()).toEqual(alike.map(({ uuid }) => uuid).toSorted());
    });

    it('omits deleted accounts', async () => {
      const email = `${freshWord()}@example.org`;
      const user = await addUser({ email });
      const password = await add(user);
      await stores.users.update(user.userId, { deletedAt: later }, later);
      expect(await passwords.forLogin(user.username, lookup(password))).toBeUndefined();
      expect(await passwords.forLogin(email, lookup(password))).toBeUndefined();
    });

    it('finds an e-mail address, case ignored, that exactly one active user has', async () => {
      const email = `${freshWord()}@example.org`;
      const user = await addUser({ email: email.toUpperCase() });
      await addUser({ email, isActive: false });
      const password = await add(user);
      expect((await passwords.forLogin(email, lookup(password)))?.user.userId).toBe(user.userId);
      await addUser({ email });
      expect(await passwords.forLogin(email, lookup(password))).toBeUndefined();
    });

    it('prefers a username over an equal address', async () => {
      const email = `${freshWord()}@example.org`;
      await addUser({ email });
      const named = await addUser({ username: email });
      expect((await passwords.forLogin(email, 'whatever'))?.user.userId).toBe(named.userId);
    });

    it('notes a use, unless one was noted after a moment', async () => {
      const user = await addUser();
      const { uuid } = await add(user);
      const noted = async () => {
        const { lastUsedAt, lastIp } = (await passwords.find(user.userId, uuid)) ?? {};
        return [lastUsedAt, lastIp];
      };
      await passwords.recordUse(uuid, { at: NOON, ip: '192.0.2.7' }, NOON);
      expect(await noted()).toEqual([NOON, '192.0.2.7']);
      await passwords.recordUse(uuid, { at: later, ip: '192.0.2.8' }, new Date(NOON.getTime() - 1));
      expect(await noted()).toEqual([NOON, '192.0.2.7']);
      await passwords.recordUse(uuid, { at: muchLater, ip: null }, NOON);
      expect(await noted()).toEqual([muchLater, null]);
    });

    it('deletes the passwords of a user who is removed, and until then counts as a lasting record', async () => {
      const user = await addUser();
      const { uuid } = await add(user);
      expect(await stores.users.isReferredTo(user.userId)).toBe(true);
      await stores.users.remove(user.userId);
      expect(await passwords.find(user.userId, uuid)).toBeUndefined();
    });

    it('is undone with the unit of work', async () => {
      const user = await addUser();
      const undone = stores.unitOfWork.run(async () => {
        await add(user);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await passwords.count(user.userId)).toBe(0);
    });
  });
