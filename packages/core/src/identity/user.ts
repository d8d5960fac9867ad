import type { Role, ShopRole } from '../kernel/capability.ts';
import { invalidField } from '../kernel/errors.ts';
import { nameKey } from '../kernel/text.ts';

/** Where a user's password is checked: here, or at the directory. */
export type UserSource = 'local' | 'ldap';

/** One account. Secrets are not part of it: stores keep them apart and hand them out only where they are checked. */
export interface User {
  readonly userId: number;
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly shopRole: ShopRole | null;
  readonly isActive: boolean;
  readonly source: UserSource;
  /** The directory's own identifier of the person. */
  readonly externalId: string | null;
  readonly mustChangePassword: boolean;
  readonly lastLoginAt: Date | null;
  readonly lastLoginSource: UserSource | null;
  /** The author of automatic operations; nobody can sign in as it. */
  readonly isSystem: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  readonly version: number;
}

/** Names that are words of the interface, or the system's own. */
const reserved: readonly string[] = ['me', 'login', 'logout', 'logout-all', 'system'];

/** Letters of any script, digits and `. _ @ + -`; the form in which names are typed and shown. */
export const usernamePattern = '^[\\p{L}\\p{M}\\p{N}._@+-]+$';

/**
 * Gives a name in the form in which it is kept: NFKC, without spaces.
 * @throws DomainError `invalid_format`, `too_long`, `reserved_name`
 */
export function acceptUsername(typed: string): string {
  const username = typed.normalize('NFKC');
  if (!new RegExp(usernamePattern, 'u').test(username))
    throw invalidField('username', 'invalid_format', 'Letters, digits and . _ @ + - only.');
  if ([...username].length > 150) throw invalidField('username', 'too_long', 'At most 150 characters.');
  if (reserved.includes(nameKey(username))) throw invalidField('username', 'reserved_name', 'That name is reserved.');
  return username;
}

/** Whether something can be the name of an account. */
export function isUsername(name: string): boolean {
  try {
    return acceptUsername(name) !== '';
  } catch {
    return false;
  }
}

/** Whether two names are the same where names are unique. */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** Whether this account keeps the installation manageable when the directory is down. */
export const isLocalAdministrator = (user: Pick<User, 'role' | 'isActive' | 'source' | 'deletedAt'>): boolean =>
  user.role === 'admin' && user.isActive && user.source === 'local' && user.deletedAt === null;
