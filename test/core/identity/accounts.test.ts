import { type Actor, trusted } from '@backroom/core';
import type { IdentityPorts, User } from '@backroom/core/identity';
import { NOON } from '@backroom/testing/builders';
import { describe, expect, it } from 'vitest';
import { demandAdministrators } from '../../../packages/core/src/identity/accounts/administrators.ts';
import { roleOf } from '../../../packages/core/src/identity/accounts/role.ts';
import { acceptUsername, isLocalAdministrator } from '../../../packages/core/src/identity/accounts/user.ts';
import { anAdministrator, aUser } from '../../support/builders.ts';

const ada = aUser({ userId: 1, username: 'ada', role: 'admin' });
const eve = aUser({ userId: 2, username: 'eve', role: 'admin' });
const machine = trusted({ userId: 1, username: 'ada' }, 'command_line');

/** The outcome of a change with this number of active local administrators. */
async function outcome(
  actor: Actor,
  before: User,
  changes: Partial<User>,
  { left = 2, force = false } = {},
): Promise<string> {
  const ports = { users: { countLocalAdministrators: async () => left } } as unknown as IdentityPorts;
  try {
    await demandAdministrators(ports, actor, { before, after: { ...before, ...changes }, force });
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

describe('administrators', () => {
  it.each<[string, Partial<User>]>([
    ['demoted', { role: 'member' }],
    ['deactivated', { isActive: false }],
    ['deleted', { deletedAt: NOON }],
    ['moved to the directory', { source: 'ldap' }],
  ])('are not %s when no other is left', async (_, changes) => {
    expect(await outcome(anAdministrator(), eve, changes, { left: 1 })).toBe('last_admin');
    expect(await outcome(anAdministrator(), eve, changes, { left: 2 })).toBe('allowed');
  });

  it.each<[string, Partial<User>]>([
    ['demote', { role: 'member' }],
    ['deactivate', { isActive: false }],
    ['delete', { deletedAt: NOON }],
  ])('do not %s themselves', async (_, changes) => {
    expect(await outcome(anAdministrator(), ada, changes)).toBe('self_removal_forbidden');
  });

  it('may be removed on the command line, but not the last one', async () => {
    expect(await outcome(machine, ada, { isActive: false })).toBe('allowed');
    expect(await outcome(machine, ada, { isActive: false }, { left: 1 })).toBe('last_admin');
  });

  it('may all be removed by force', async () => {
    expect(await outcome(machine, ada, { isActive: false }, { left: 1, force: true })).toBe('allowed');
  });

  it('may change what else they are', async () => {
    expect(await outcome(anAdministrator(), ada, { displayName: 'Ada' }, { left: 1 })).toBe('allowed');
  });

  it('of the directory are not those that must remain', async () => {
    expect(await outcome(anAdministrator(), { ...eve, source: 'ldap' }, { role: 'member' }, { left: 1 })).toBe(
      'allowed',
    );
  });

  it('that count are active, local and not deleted', () => {
    const others: Partial<User>[] = [{ role: 'member' }, { isActive: false }, { source: 'ldap' }, { deletedAt: NOON }];
    expect([ada, ...others.map((changes) => ({ ...ada, ...changes }))].map(isLocalAdministrator)).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });
});

describe('a role', () => {
  it.each([
    [{}, undefined],
    [{ role: 'admin' }, 'admin'],
    [{ isAdmin: true }, 'admin'],
    [{ isAdmin: false }, 'member'],
    [{ role: 'member', isAdmin: false }, 'member'],
  ] as const)('asked for by %j is %s', (input, role) => {
    expect(roleOf(input)).toBe(role);
  });

  it('with two names that contradict each other is refused', () => {
    expect(() => roleOf({ role: 'admin', isAdmin: false })).toThrow(expect.objectContaining({ code: 'contradiction' }));
  });
});

describe('a username', () => {
  it.each(['me', 'login', 'logout', 'logout-all', 'system', 'ＳＹＳＴＥＭ'])('is reserved: %s', (name) => {
    expect(() => acceptUsername(name)).toThrow(expect.objectContaining({ code: 'reserved_name' }));
  });

  it.each(['mara', 'Zoë', 'a.b_c@d+e-1', '小林', 'हिन्दी'])('has letters of any script: %s', (name) => {
    expect(acceptUsername(name)).toBe(name.normalize('NFKC'));
  });

  it.each(['', 'a b', 'a\u00a0b', 'a/b', 'a\nb', '<b>', 'a\u200bb', '👍', 'ﷺ'])('has nothing else: %j', (name) => {
    expect(() => acceptUsername(name)).toThrow(expect.objectContaining({ code: 'invalid_format' }));
  });

  it('has at most 150 characters', () => {
    expect(() => acceptUsername('a'.repeat(151))).toThrow(expect.objectContaining({ code: 'too_long' }));
  });
});
