import { type DirectoryPerson, defaultDirectorySettings, type LoginRecord, type User } from '@backroom/core/identity';
import { NOON } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { planPage, SyncLedger } from '../../../packages/core/src/identity/directory/sync-plan.ts';
import { aUser } from '../../support/builders.ts';

const person = (username: string, changes: Partial<DirectoryPerson> = {}): DirectoryPerson => ({
  dn: `uid=${username}`,
  username,
  externalId: `id-${username}`,
  email: undefined,
  displayName: undefined,
  isAdministrator: undefined,
  isAllowed: true,
  ...changes,
});
const record = (userId: number, username: string, changes: Partial<User> = {}): LoginRecord => ({
  user: aUser({ userId, username, source: 'ldap', externalId: `id-${username}`, ...changes }),
  password: null,
  tokenVersion: 0,
});
const plan = (
  people: readonly DirectoryPerson[],
  known: readonly LoginRecord[] = [],
  { ledger = new SyncLedger(), autoCreate = true } = {},
) => planPage(people, known, { settings: { ...defaultDirectorySettings, autoCreate }, ledger });
const names = (inserts: readonly { readonly username: string }[]) => inserts.map(({ username }) => username);

describe('a page of users', () => {
  it('leads to new accounts for new users, and to changes where something changed', () => {
    const known = [record(1, 'bob'), record(2, 'cid', { displayName: 'Cid' })];
    const page = plan([person('ann'), person('bob', { displayName: 'Bob B' }), person('cid')], known);
    expect(names(page.inserts)).toEqual(['ann']);
    expect(page.updates).toEqual([{ user: known[0]?.user, changes: { displayName: 'Bob B' } }]);
    expect(page).toMatchObject({ skipped: 0, faults: [] });
  });

  it('leads to no account for users who may not sign in, nor where none are made', () => {
    expect(plan([person('ann', { isAllowed: false })])).toMatchObject({ inserts: [], skipped: 1 });
    expect(plan([person('ann')], [], { autoCreate: false })).toMatchObject({ inserts: [], skipped: 1 });
  });

  it('still changes the account of a user who may not sign in any more', () => {
    const known = [record(1, 'ann', { role: 'admin' })];
    const page = plan([person('ann', { isAllowed: false, isAdministrator: false })], known);
    expect(page.updates).toMatchObject([{ changes: { role: 'member' } }]);
  });

  it('does not bring deleted accounts back', () => {
    expect(plan([person('ann')], [record(1, 'ann', { deletedAt: NOON })])).toMatchObject({ inserts: [], skipped: 1 });
  });

  it('names those who cannot have the account of their name', () => {
    const known = [
      record(1, 'ann', { source: 'local', externalId: null }),
      record(2, 'bob', { externalId: 'id-of-another' }),
    ];
    expect(plan([person('ann'), person('bob'), person('a b')], known)).toMatchObject({
      inserts: [],
      updates: [],
      faults: [
        { username: 'ann', code: 'ldap_username_taken' },
        { username: 'bob', code: 'ldap_identity_mismatch' },
        { username: 'a b', code: 'ldap_username_unusable' },
      ],
    });
  });

  it('names duplicates once', () => {
    const twice = [person('ann'), person('ann'), person('ANN', { externalId: 'id-other' })];
    const page = plan(twice);
    expect(names(page.inserts)).toEqual(['ann']);
    expect(page.faults).toEqual([
      { username: 'ann', code: 'duplicate_person' },
      { username: 'ANN', code: 'ldap_username_taken' },
    ]);
  });

  it('renames an account where the name is free, also when it has only just become free', () => {
    const known = [record(1, 'ann'), record(2, 'bob')];
    const renamed = [person('ann2', { externalId: 'id-ann' }), person('ann', { externalId: 'id-bob' })];
    expect(plan(renamed, known).updates.map(({ changes }) => changes)).toEqual([
      { username: 'ann2' },
      { username: 'ann' },
    ]);
  });

  it('keeps the name of an account where the new one is taken, and changes the rest', () => {
    const known = [record(1, 'ann'), record(2, 'bob', { source: 'local', externalId: null })];
    expect(plan([person('bob', { externalId: 'id-ann', displayName: 'Ann B' })], known)).toMatchObject({
      updates: [{ changes: { displayName: 'Ann B' } }],
      faults: [{ username: 'bob', code: 'ldap_rename_conflict' }],
    });
  });

  it('does not rename for the case of a letter', () => {
    expect(plan([person('ANN', { externalId: 'id-ann' })], [record(1, 'ann')]).updates).toEqual([]);
  });
});

describe('pages one after another', () => {
  it('continue where the last one ended, whether it was carried out or not', () => {
    const ledger = new SyncLedger();
    const pages = [
      [person('ann2', { externalId: 'id-ann' }), person('new')],
      [person('ann'), person('new', { externalId: 'id-other' }), person('ann2', { externalId: 'id-x' })],
    ];
    const known = [record(1, 'ann', { externalId: 'id-ann' })];
    const [first, second] = pages.map((people) => {
      const next = new SyncLedger(ledger);
      // A dry run reads the same accounts each time.
      const page = plan(
        people.map((one) => ({ ...one, externalId: one.username === 'ann' ? 'id-heir' : one.externalId })),
        known,
        {
          ledger: next,
        },
      );
      ledger.absorb(next);
      return page;
    });
    expect(first).toMatchObject({ updates: [{ changes: { username: 'ann2' } }], faults: [] });
    expect(names(second?.inserts ?? [])).toEqual(['ann']);
    expect(second?.faults).toEqual([
      { username: 'new', code: 'ldap_username_taken' },
      { username: 'ann2', code: 'ldap_username_taken' },
    ]);
  });

  it('that were aborted leave no trace', () => {
    const ledger = new SyncLedger();
    plan([person('ann')], [], { ledger: new SyncLedger(ledger) });
    expect(names(plan([person('ann')], [], { ledger }).inserts)).toEqual(['ann']);
  });
});
