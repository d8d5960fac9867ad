import { isEmailAddress } from '../../kernel/formats/email.ts';
import { isUsername, sameName, type User } from '../accounts/user.ts';
import type { LoginRecord, NewUser, UserChanges } from '../ports.ts';
import type { DirectoryPerson, DirectorySettings } from './directory.ts';

/** The reason of a refused login; written to the audit log and not disclosed to the caller. */
export type LoginRefusal =
  | 'local_account'
  | 'ldap_identity_mismatch'
  | 'ldap_username_taken'
  | 'ldap_username_unusable'
  | 'ldap_not_in_group'
  | 'ldap_incomplete_entry'
  | 'ldap_ambiguous_user'
  | 'unknown_user'
  | 'directory_off'
  | 'not_created'
  | 'deleted'
  | 'inactive'
  | 'expired'
  | 'wrong_password';

/** The account of a person: an existing one, none yet, or refused. */
export type AccountMatch =
  | { readonly kind: 'account'; readonly record: LoginRecord }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: LoginRefusal };

const refused = (reason: LoginRefusal): AccountMatch => ({ kind: 'refused', reason });
const isOfDirectory = ({ user }: LoginRecord): boolean => user.source === 'ldap';

/**
 * Finds the account of a person among candidates. The identifier decides, not the name: a reused name must not inherit an
 * account, and a local account is never taken over.
 */
export function matchAccount(person: Named, known: readonly LoginRecord[], typed?: string): AccountMatch {
  const live = known.filter(({ user }) => user.deletedAt === null);
  const own = live.find((each) => isOfDirectory(each) && each.user.externalId === person.externalId);
  const named = typed === undefined ? undefined : live.find(({ user }) => sameName(user.username, typed));
  if (named && named !== own) return matchNamed(named, own !== undefined);
  if (own) return { kind: 'account', record: own };

  const holder = live.find(({ user }) => sameName(user.username, person.username));
  if (holder && isOfDirectory(holder) && holder.user.externalId === null) return { kind: 'account', record: holder };
  if (known.some((each) => isTombstoneOf(each, person))) return refused('deleted');
  if (holder) return refused(isOfDirectory(holder) ? 'ldap_identity_mismatch' : 'ldap_username_taken');
  return isUsername(person.username) ? { kind: 'none' } : refused('ldap_username_unusable');
}

type Named = Pick<DirectoryPerson, 'externalId' | 'username'>;

/** The account with the typed name may be linked to the person if it has no identifier yet. */
function matchNamed(named: LoginRecord, hasOther: boolean): AccountMatch {
  if (!isOfDirectory(named)) return refused('local_account');
  if (hasOther || named.user.externalId !== null) return refused('ldap_identity_mismatch');
  return { kind: 'account', record: named };
}

const isTombstoneOf = (record: LoginRecord, person: Named): boolean =>
  isOfDirectory(record) &&
  record.user.deletedAt !== null &&
  (record.user.externalId === null
    ? sameName(record.user.username, person.username)
    : record.user.externalId === person.externalId);

/** The changes that bring an account in line with the directory; members absent there are kept. */
export function changesFrom(person: DirectoryPerson, user: User): UserChanges {
  const { displayName, email } = fieldsOf(person);
  const role = roleOfPerson(person);
  return {
    ...(displayName !== undefined && displayName !== user.displayName && { displayName }),
    ...(email !== undefined && email !== user.email && { email }),
    // A directory account is never the last local administrator, so it may always be demoted.
    ...(role !== undefined && role !== user.role && { role }),
    ...(user.externalId !== person.externalId && { externalId: person.externalId }),
  };
}

/** The new name of an account whose person was renamed; undefined if it differs in case only. */
export const renameTo = (person: Named, user: User): string | undefined =>
  sameName(person.username, user.username) ? undefined : person.username.normalize('NFKC');

/** Whether a name is valid and none of the known accounts has it. */
export const isFreeName = (known: readonly LoginRecord[], name: string): boolean =>
  isUsername(name) && !known.some(({ user }) => user.deletedAt === null && sameName(user.username, name));

/** A new account for a person. */
export const accountFor = (
  person: DirectoryPerson,
  { defaultRole }: Pick<DirectorySettings, 'defaultRole'>,
): NewUser => ({
  username: person.username.normalize('NFKC'),
  displayName: null,
  email: null,
  ...fieldsOf(person),
  role: roleOfPerson(person) ?? defaultRole,
  shopRole: null,
  isActive: true,
  source: 'ldap',
  mustChangePassword: false,
  password: null,
  externalId: person.externalId,
});

/** The role by group membership; undefined if no group decides. */
export const roleOfPerson = ({ isAdministrator }: DirectoryPerson): User['role'] | undefined =>
  isAdministrator === undefined ? undefined : isAdministrator ? 'admin' : 'member';

/** Names cut to their stored length; an invalid e-mail address is ignored. */
function fieldsOf({ displayName, email }: DirectoryPerson): { readonly displayName?: string; readonly email?: string } {
  const name = [...(displayName ?? '').normalize('NFC').trim()].slice(0, 200).join('').trim();
  const address = (email ?? '').normalize('NFC').trim();
  return { ...(name !== '' && { displayName: name }), ...(isEmailAddress(address) && { email: address }) };
}
