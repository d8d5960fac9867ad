import type { Role, ShopRole } from '../../kernel/capability.ts';
import { invalidField } from '../../kernel/errors.ts';
import { nameKey } from '../../kernel/text.ts';

/** Where a user's password is checked: here, or at the directory. */
export type UserSource = 'local' | 'ldap';

/** An account. Secrets are not part of it: stores return them only for verification. */
export interface User {
  readonly userId: number;
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly shopRole: ShopRole | null;
  readonly isActive: boolean;
  readonly source: UserSource;
  /** The directory's identifier of the person. */
  readonly externalId: string | null;
  readonly mustChangePassword: boolean;
  readonly lastLoginAt: Date | null;
  readonly lastLoginSource: UserSource | null;
  /** The author of automatic operations; cannot sign in. */
  readonly isSystem: boolean;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly deletedAt: Date | null;
  readonly version: number;
}

/** Names used by routes or the system. */
const reserved: readonly string[] = ['me', 'login', 'logout', 'logout-all', 'system'];

/** Allowed usernames: letters of any script, digits and `. _ @ + -`. */
export const usernamePattern = '^[\\p{L}\\p{M}\\p{N}._@+-]+$';

/**
 * Validates and normalizes a username: NFKC, without spaces.
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

/** Whether a text is a valid username. */
export function isUsername(name: string): boolean {
  try {
    return acceptUsername(name) !== '';
  } catch {
    return false;
  }
}

/** Whether two usernames are equal under the uniqueness rule. */
export const sameName = (one: string, other: string): boolean => nameKey(one) === nameKey(other);

/** Whether this account can administer the installation while the directory is down. */
export const isLocalAdministrator = (user: Pick<User, 'role' | 'isActive' | 'source' | 'deletedAt'>): boolean =>
  user.role === 'admin' && user.isActive && user.source === 'local' && user.deletedAt === null;
