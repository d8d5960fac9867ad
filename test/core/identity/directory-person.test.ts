import { type DirectoryPerson, defaultDirectorySettings, type LoginRecord, type User } from '@backroom/core/identity';
import { NOON } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { accountFor, changesFrom, matchAccount } from '../../../packages/core/src/identity/directory/person.ts';
import { aUser } from '../../support/builders.ts';

const ann: DirectoryPerson = {
  dn: 'uid=ann,dc=example,dc=org',
  username: 'ann',
  externalId: 'id-ann',
  email: 'ann@example.org',
  displayName: 'Ann Lee',
  isAdministrator: undefined,
  isAllowed: true,
};

let count = 0;
const record = (changes: Partial<User>): LoginRecord => {
  count += 1;
  return {
    user: aUser({ userId: count, username: 'ann', source: 'ldap', externalId: 'id-ann', ...changes }),
    password: null,
    tokenVersion: 0,
  };
};
const outcome = (known: readonly LoginRecord[], typed?: string, person = ann) => {
  const match = matchAccount(person, known, typed);
  if (match.kind === 'account') return match.record;
  return match.kind === 'refused' ? match.reason : 'none';
};

describe('the account of a directory user', () => {
  it('is the one with their identifier, whatever its name', () => {
    const own = record({ username: 'ann.before' });
    expect(outcome([own], 'ann')).toBe(own);
    expect(outcome([own])).toBe(own);
    expect(outcome([own], 'ANN.BEFORE')).toBe(own);
  });

  it('is made when there is none', () => {
    expect(outcome([], 'ann')).toBe('none');
    expect(outcome([record({ username: 'bob', externalId: 'id-bob' })], 'ann')).toBe('none');
  });

  it('is an unlinked account of the directory with their name', () => {
    const open = record({ externalId: null });
    expect(outcome([open], 'ann')).toBe(open);
    expect(outcome([open], 'ann@example.org')).toBe(open);
    expect(outcome([open])).toBe(open);
  });

  it('is an unlinked account of the directory under the typed name', () => {
    const open = record({ username: 'ann@example.org', externalId: null });
    expect(outcome([open], 'ann@example.org')).toBe(open);
  });

  it('is never that of another user with a reused name', () => {
    const other = record({ externalId: 'id-of-ann-who-left' });
    expect(outcome([other], 'ann')).toBe('ldap_identity_mismatch');
    expect(outcome([other])).toBe('ldap_identity_mismatch');
    expect(outcome([other, record({ username: 'ann2' })], 'ann')).toBe('ldap_identity_mismatch');
    expect(outcome([record({ externalId: null }), record({ username: 'ann2' })], 'ann')).toBe('ldap_identity_mismatch');
  });

  it('is never a local one', () => {
    const local = record({ source: 'local', externalId: null });
    expect(outcome([local], 'ann@example.org')).toBe('ldap_username_taken');
    expect(outcome([local], 'ann')).toBe('local_account');
    expect(outcome([record({ source: 'local' })])).toBe('ldap_username_taken');
  });

  it('is not made again when it was deleted', () => {
    expect(outcome([record({ deletedAt: NOON })], 'ann')).toBe('deleted');
    expect(outcome([record({ deletedAt: NOON, externalId: null })], 'ann')).toBe('deleted');
    expect(outcome([record({ deletedAt: NOON, externalId: 'id-of-another' })], 'ann')).toBe('none');
  });

  it('is one that an administrator recreated after the first was deleted', () => {
    const heir = record({ externalId: null });
    expect(outcome([record({ deletedAt: NOON }), heir], 'ann')).toBe(heir);
  });

  it.each(['me', 'a b', 'system', '', 'a\u202eb', 'x'.repeat(151)])('cannot be named %j', (username) => {
    expect(outcome([], 'ann', { ...ann, username })).toBe('ldap_username_unusable');
  });
});

describe('attributes of a directory user', () => {
  const user = aUser({ source: 'ldap', externalId: 'id-ann', displayName: 'Ann', email: 'old@example.org' });
  const says = (changes: Partial<DirectoryPerson>) => changesFrom({ ...ann, ...changes }, user);

  it('replace name and address', () => {
    expect(says({})).toEqual({ displayName: 'Ann Lee', email: 'ann@example.org' });
  });

  it('that are missing change nothing', () => {
    expect(says({ displayName: undefined, email: undefined })).toEqual({});
    expect(says({ displayName: '  ', email: '' })).toEqual({});
  });

  it('are cut to length, and an invalid address is ignored', () => {
    expect(says({ displayName: '👩'.repeat(300), email: 'nonsense' })).toEqual({ displayName: '👩'.repeat(200) });
    expect(says({ displayName: undefined, email: `${'a'.repeat(250)}@b.org` })).toEqual({});
  });

  it.each([
    [undefined, undefined],
    [true, 'admin'],
    [false, undefined],
  ])('decide the role of a member when a group does: %s', (isAdministrator, role) => {
    expect(changesFrom({ ...ann, isAdministrator }, { ...user, role: 'member' }).role).toBe(role);
  });

  it('demote an administrator who has left the group, and leave one without such a group', () => {
    expect(changesFrom({ ...ann, isAdministrator: false }, { ...user, role: 'admin' }).role).toBe('member');
    expect(changesFrom(ann, { ...user, role: 'admin' }).role).toBeUndefined();
  });

  it('link an account without a link', () => {
    expect(changesFrom(ann, { ...user, externalId: null })).toMatchObject({ externalId: 'id-ann' });
  });

  it('make an account without a password', () => {
    expect(accountFor({ ...ann, username: 'ａｎｎ', email: undefined }, defaultDirectorySettings)).toEqual({
      username: 'ann',
      displayName: 'Ann Lee',
      email: null,
      role: 'member',
      shopRole: null,
      isActive: true,
      source: 'ldap',
      mustChangePassword: false,
      password: null,
      externalId: 'id-ann',
    });
    expect(accountFor({ ...ann, isAdministrator: true }, defaultDirectorySettings).role).toBe('admin');
  });
});
