import { isEmailAddress } from '../kernel/email.ts';
import type { DirectoryPerson, DirectorySettings } from './directory.ts';
import type { LoginRecord, NewUser, UserChanges } from './ports.ts';
import { isUsername, sameName, type User } from './user.ts';

/** Why somebody whom the directory knows does not get in; written to the audit log and told nowhere else. */
export type Refusal =
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

/** The account of a person: this one, none yet, or none that they may have. */
export type AccountMatch =
  | { readonly kind: 'account'; readonly record: LoginRecord }
  | { readonly kind: 'none' }
  | { readonly kind: 'refused'; readonly reason: Refusal };

const refused = (reason: Refusal): AccountMatch => ({ kind: 'refused', reason });
const isOfDirectory = ({ user }: LoginRecord): boolean => user.source === 'ldap';

/**
 * Finds the account of a person among those that may be meant. The identifier counts, not the name: a name that is used
 * again must not inherit an account, and a local account is never taken over.
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

/** The account whose name was typed may become the person's when it was nobody's yet. */
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

/** What the directory says about an account and the account does not: what it says nothing about stays. */
export function changesFrom(person: DirectoryPerson, user: User): UserChanges {
  const { displayName, email } = fieldsOf(person);
  const role = roleOfPerson(person);
  return {
    ...(displayName !== undefined && displayName !== user.displayName && { displayName }),
    ...(email !== undefined && email !== user.email && { email }),
    // An account of the directory is never the last local administrator, so nothing keeps it from being demoted.
    ...(role !== undefined && role !== user.role && { role }),
    ...(user.externalId !== person.externalId && { externalId: person.externalId }),
  };
}

/** The new name of an account whose person was renamed; undefined when it is the same but for its case. */
export const renameTo = (person: Named, user: User): string | undefined =>
  sameName(person.username, user.username) ? undefined : person.username.normalize('NFKC');

/** Whether an account may get this name, as far as those who may have it are known. */
export const isFreeName = (known: readonly LoginRecord[], name: string): boolean =>
  isUsername(name) && !known.some(({ user }) => user.deletedAt === null && sameName(user.username, name));

/** The account of a person who has none. */
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

/** The role that a group gives; undefined where none decides. */
export const roleOfPerson = ({ isAdministrator }: DirectoryPerson): User['role'] | undefined =>
  isAdministrator === undefined ? undefined : isAdministrator ? 'admin' : 'member';

/** Names and addresses in the lengths in which they are kept; an address that is none says nothing. */
function fieldsOf({ displayName, email }: DirectoryPerson): { readonly displayName?: string; readonly email?: string } {
  const name = [...(displayName ?? '').normalize('NFC').trim()].slice(0, 200).join('').trim();
  const address = (email ?? '').normalize('NFC').trim();
  return { ...(name !== '' && { displayName: name }), ...(isEmailAddress(address) && { email: address }) };
}
