import type { SortKey } from '@backroom/core';
import type { User, UserFilter } from '@backroom/core/identity';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { anAuditDraft } from '../builders/audit-draft.ts';
import { NOON } from '../builders/noon.ts';
import { addItem, aNewUser, at, freshWord, move, type OpenStores, orderOf, outcomes } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = new Date('2026-11-20T13:00:00.000Z');
const password = { hash: '$argon2id$made-up', expiresAt: null };

export const userStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`UserStore: ${implementation}`, () => {
    let stores: OpenStores;
    let users: OpenStores['users'];
    beforeAll(async () => {
      stores = await open();
      users = stores.users;
    });
    afterAll(() => stores?.close());

    const add = (changes: Parameters<typeof aNewUser>[0] = {}) => users.insert(aNewUser(changes), NOON);
    const named = async (
      filter: UserFilter,
      sort: readonly SortKey<'username' | 'last_login_at' | 'display_name'>[] = [],
    ) => {
      const { entries } = await users.list(filter, sort, { page: 1, perPage: 50 });
      return entries.map(({ username }) => username);
    };

    it('keeps a new user under a new id', async () => {
      const wanted = aNewUser({
        displayName: 'Mara Lind',
        email: 'mara@example.org',
        role: 'admin',
        shopRole: 'editor',
        password,
      });
      const { password: _, ...shown } = wanted;
      const user = await users.insert(wanted, NOON);
      expect(user).toMatchObject({
        ...shown,
        version: 1,
        createdAt: NOON,
        updatedAt: NOON,
        deletedAt: null,
        isSystem: false,
      });
      expect(await users.find(user.userId)).toEqual(user);
      expect((await add()).userId).toBeGreaterThan(user.userId);
    });

    it('returns nothing for an unknown id', async () => {
      expect(await users.find(2_000_000_000)).toBeUndefined();
      expect(await users.findForChange(2_000_000_000)).toBeUndefined();
      expect(await users.passwordOf(2_000_000_000)).toBeNull();
      expect(await users.update(2_000_000_000, { displayName: 'x' }, NOON)).toBeUndefined();
    });

    it('refuses a taken name, case and form ignored', async () => {
      const name = `Ünder ${freshWord()}`;
      await add({ username: name });
      await expect(add({ username: name.toUpperCase() })).rejects.toMatchObject({ code: 'username_taken' });
      await expect(add({ username: name.normalize('NFD') })).rejects.toMatchObject({ code: 'username_taken' });
      const other = await add();
      await expect(users.update(other.userId, { username: name.toLowerCase() }, NOON)).rejects.toMatchObject({
        code: 'username_taken',
      });
    });

    it('gives a name to one of many concurrent callers', async () => {
      const username = freshWord();
      const attempts = Array.from({ length: 8 }, () => stores.unitOfWork.run(() => add({ username })));
      expect(await outcomes(attempts)).toEqual({ done: 1, refused: Array.from({ length: 7 }, () => 'username_taken') });
    });

    it('finds a user by name, case ignored, but not a deleted one, whose name is free again', async () => {
      const user = await add();
      expect(await users.findByName(user.username.toUpperCase())).toEqual(user);
      await users.update(user.userId, { deletedAt: later }, later);
      expect(await users.findByName(user.username)).toBeUndefined();
      expect(await users.find(user.userId)).toMatchObject({ deletedAt: later });
      const heir = await add({ username: user.username });
      expect(await users.findByName(user.username)).toEqual(heir);
      await expect(users.update(user.userId, { deletedAt: null }, later)).rejects.toMatchObject({
        code: 'username_taken',
      });
    });

    it('returns what a login is checked against; undefined for unknown names', async () => {
      const expiresAt = new Date('2026-11-23T12:00:00.000Z');
      const user = await add({ password: { hash: 'h', expiresAt } });
      expect(await users.forLogin(user.username.toUpperCase())).toEqual({
        user,
        password: { hash: 'h', expiresAt },
        tokenVersion: 0,
      });
      expect(await users.forLogin(freshWord())).toBeUndefined();
      expect(await users.passwordOf(user.userId)).toEqual({ hash: 'h', expiresAt });
      expect(await users.passwordOf((await add()).userId)).toBeNull();
    });

    it('returns what a token is checked against, in one query', async () => {
      const user = await add();
      const token = freshWord();
      const { userId, username, role, shopRole, isActive, mustChangePassword, isSystem, deletedAt } = user;
      const seen = {
        user: { userId, username, role, shopRole, isActive, mustChangePassword, isSystem, deletedAt },
        tokenVersion: 0,
      };
      expect(await users.forToken(user.userId, token)).toEqual({ ...seen, isRevoked: false });
      await stores.revocations.revoke(token, user.userId, later);
      expect(await users.forToken(user.userId, token)).toEqual({ ...seen, isRevoked: true });
      expect(await users.forToken(user.userId, freshWord())).toEqual({ ...seen, isRevoked: false });
      expect(await users.forToken(2_000_000_000, token)).toBeUndefined();
    });

    it('changes a user, raising its version by one, and only the given members', async () => {
      const user = await add({ displayName: 'Mara', email: 'mara@example.org', password });
      const changed = await users.update(user.userId, { displayName: null, isActive: false, role: 'admin' }, later);
      expect(changed).toEqual({
        ...user,
        displayName: null,
        isActive: false,
        role: 'admin',
        updatedAt: later,
        version: 2,
      });
      expect(await users.passwordOf(user.userId)).toEqual(password);
      await users.update(user.userId, { password: null }, later);
      expect(await users.passwordOf(user.userId)).toBeNull();
    });

    it('keeps every one of many concurrent changes', async () => {
      const user = await add();
      const renamed = freshWord();
      const alias = freshWord();
      const changes = [
        { username: renamed },
        { displayName: alias },
        { email: `${alias}@example.org` },
        { isActive: false },
      ];
      await Promise.all(changes.map((change) => stores.unitOfWork.run(() => users.update(user.userId, change, later))));
      const changed = await users.find(user.userId);
      expect(changed).toMatchObject({
        username: renamed,
        displayName: alias,
        email: `${alias}@example.org`,
        isActive: false,
        version: 5,
      });
      expect(await users.findByName(renamed)).toEqual(changed);
      expect(await users.findByName(user.username)).toBeUndefined();
      expect(await named({ q: alias })).toEqual([renamed]);
      expect(await named({ q: renamed })).toEqual([renamed]);
    });

    it('removes an unreferenced user, and returns whether lasting records name one', async () => {
      const user = await add();
      expect(await users.isReferredTo(user.userId)).toBe(false);
      await users.remove(user.userId);
      expect(await users.find(user.userId)).toBeUndefined();
      const author = await add();
      const item = await addItem(stores);
      await move(stores, at(item), 10_000, { userId: author.userId });
      expect(await users.isReferredTo(author.userId)).toBe(true);
      const creator = await add();
      await addItem(stores, { createdBy: creator.userId });
      expect(await users.isReferredTo(creator.userId)).toBe(true);
      const actor = await add();
      await stores.auditTrail.append(anAuditDraft({ actorUserId: actor.userId }));
      expect(await users.isReferredTo(actor.userId)).toBe(true);
    });

    it('notes a good login, and stores a fresh hash of the same password if it is passed', async () => {
      const user = await add({ password });
      await users.recordLogin(user.userId, later, 'local');
      expect(await users.find(user.userId)).toEqual({ ...user, lastLoginAt: later, lastLoginSource: 'local' });
      expect(await users.passwordOf(user.userId)).toEqual(password);
      await users.recordLogin(user.userId, later, 'local', 'fresh');
      expect(await users.passwordOf(user.userId)).toEqual({ hash: 'fresh', expiresAt: null });
    });

    it('makes every token of the user worthless, or of all users, and returns the new version', async () => {
      const one = await add();
      const other = await add();
      const versionOf = async ({ userId }: User) => (await users.forToken(userId, 't'))?.tokenVersion;
      expect(await users.raiseTokenVersion(one.userId)).toBe(1);
      expect([await versionOf(one), await versionOf(other)]).toEqual([1, 0]);
      await users.raiseTokenVersion();
      expect([await versionOf(one), await versionOf(other)]).toEqual([2, 1]);
    });

    it('allows one unit of work at a time to change administrators', async () => {
      const hold = () => users.holdAdministrators();
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
    });

    it('keeps a user from being changed by another unit of work until this one ends', async () => {
      const { userId } = await add();
      const hold = () => users.findForChange(userId);
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
      const change = () => users.update(userId, { displayName: 'x' }, later);
      expect(await orderOf(stores, hold, change)).toEqual(['first', 'second']);
    });

    it('counts active local administrators, and returns whether there is any administrator at all', async () => {
      const before = await users.countLocalAdministrators();
      const admin = await add({ role: 'admin' });
      await add({ role: 'admin', isActive: false });
      await add({ role: 'admin', source: 'ldap' });
      await add({ role: 'admin' }).then(({ userId }) => users.update(userId, { deletedAt: later }, later));
      await add();
      expect(await users.countLocalAdministrators()).toBe(before + 1);
      await users.update(admin.userId, { isActive: false }, later);
      expect(await users.countLocalAdministrators()).toBe(before);
      expect(await users.hasAdministrator()).toBe(true);
    });

    it('has one account that automatic operations are recorded under, which lists omit by default', async () => {
      const system = await users.systemUser();
      expect(system).toMatchObject({ username: 'system', isSystem: true, isActive: false });
      expect(await named({ q: 'system' })).not.toContain('system');
      expect(await named({ q: 'system', includeSystem: true })).toContain('system');
    });

    describe('a list', () => {
      const word = freshWord();
      let ann: User;
      let bob: User;
      let cid: User;
      beforeAll(async () => {
        ann = await add({
          username: `ann-${word}`,
          displayName: 'Ännchen 100%',
          email: `one@${word}.org`,
          role: 'admin',
        });
        bob = await add({ username: `Bob-${word}`, isActive: false });
        cid = await add({ username: `cid-${word}`, displayName: `Zoe ${word}`, source: 'ldap' });
        await users.recordLogin(bob.userId, later, 'local');
        await add({ username: `del-${word}` }).then(({ userId }) => users.update(userId, { deletedAt: later }, later));
      });

      it('shows those whose username or display name has a part, case and accents ignored, by id', async () => {
        expect(await named({ q: word.toUpperCase() })).toEqual([ann.username, bob.username, cid.username]);
        expect(await named({ q: 'annchen' })).toEqual([ann.username]);
        expect(await named({ q: 'ÄNNCHEN' })).toEqual([ann.username]);
      });

      it('treats signs of the search as text', async () => {
        expect(await named({ q: 'chen 100%' })).toEqual([ann.username]);
        expect(await named({ q: '100_' })).toEqual([]);
        expect(await named({ q: '\\' })).toEqual([]);
      });

      it('searches e-mail addresses only on request', async () => {
        expect(await named({ q: `one@${word}` })).toEqual([]);
        expect(await named({ q: `ONE@${word}`, searchEmail: true })).toEqual([ann.username]);
      });

      it('shows those of a role, a state, a source, and deleted ones on request', async () => {
        expect(await named({ q: word, role: 'admin' })).toEqual([ann.username]);
        expect(await named({ q: word, isActive: false })).toEqual([bob.username]);
        expect(await named({ q: word, isActive: true, source: 'local' })).toEqual([ann.username]);
        expect(await named({ q: word, source: 'ldap' })).toEqual([cid.username]);
        expect(await named({ q: word, includeDeleted: true })).toHaveLength(4);
      });

      it('is sorted as wanted, by name without regard to case, those without a value last', async () => {
        const down = (field: 'username' | 'last_login_at') => [{ field, descending: true }];
        expect(await named({ q: word }, down('username'))).toEqual([cid.username, bob.username, ann.username]);
        expect(await named({ q: word }, down('last_login_at'))).toEqual([bob.username, ann.username, cid.username]);
      });

      it('is cut into pages and has its total', async () => {
        const page = await users.list({ q: word }, [], { page: 2, perPage: 2 });
        expect(page).toEqual({ entries: [cid], total: 3 });
        expect(await users.list({ q: word }, [], { page: 9, perPage: 2 })).toEqual({ entries: [], total: 3 });
      });
    });
  });
