import { type Access, type Actor, anonymous, capabilitiesOf, type MemberAccess, trusted } from '@backroom/core';
import { describe, expect, it } from 'vitest';
import { aMember, anAdministrator } from '../../support/builders.ts';
import { demand, userIdOf } from '../internals.ts';

const outcome = (actor: Actor, access: Access): string => {
  try {
    demand(actor, access);
    return 'allowed';
  } catch (error) {
    return (error as { code: string }).code;
  }
};
const member = (memberAccess: MemberAccess) => aMember({ capabilities: capabilitiesOf('member', memberAccess) });
const newcomer = aMember({ mustChangePassword: true });

describe('permission', () => {
  it.each<[Access, string]>([
    ['anyone', 'allowed'],
    ['own-session', 'missing_token'],
    ['signed-in', 'missing_token'],
    ['read_inventory', 'missing_token'],
    ['manage_system', 'missing_token'],
  ])('for %s, for an anonymous caller: %s', (access, expected) => {
    expect(outcome(anonymous, access)).toBe(expected);
  });

  it.each<[MemberAccess, Access, string]>([
    ['read', 'read_inventory', 'allowed'],
    ['read', 'record_operations', 'access_level_too_low'],
    ['read', 'edit_catalog', 'access_level_too_low'],
    ['operate', 'record_operations', 'allowed'],
    ['operate', 'edit_catalog', 'access_level_too_low'],
    ['contribute', 'record_operations', 'allowed'],
    ['contribute', 'edit_catalog', 'allowed'],
    ['contribute', 'manage_inventory', 'admin_required'],
    ['contribute', 'manage_users', 'admin_required'],
    ['contribute', 'manage_system', 'admin_required'],
  ])('of members who may %s, for %s: %s', (memberAccess, access, expected) => {
    expect(outcome(member(memberAccess), access)).toBe(expected);
  });

  it.each<Access>([
    'anyone',
    'own-session',
    'signed-in',
    'read_inventory',
    'edit_catalog',
    'manage_inventory',
    'manage_users',
    'manage_system',
  ])('of administrators covers %s', (access) => {
    expect(outcome(anAdministrator(), access)).toBe('allowed');
  });

  it.each<[Access, string]>([
    ['anyone', 'allowed'],
    ['own-session', 'allowed'],
    ['signed-in', 'password_change_required'],
    ['read_inventory', 'password_change_required'],
    ['manage_system', 'password_change_required'],
  ])('for %s before a due change of password: %s', (access, expected) => {
    expect(outcome(newcomer, access)).toBe(expected);
  });

  it('of the command line is that of an administrator', () => {
    expect(outcome(trusted({ userId: 1, username: 'system' }, 'command_line'), 'manage_system')).toBe('allowed');
  });
});

describe('the id of an actor', () => {
  it('is that of its user', () => {
    expect(userIdOf(aMember())).toBe(7);
  });

  it('is not available for anonymous actors', () => {
    expect(() => userIdOf(anonymous)).toThrow(TypeError);
  });
});
