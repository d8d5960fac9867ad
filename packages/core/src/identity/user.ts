import type { Role } from '../kernel/capability.ts';

/** Where a user's password is checked: here, or at the directory. */
export type UserSource = 'local' | 'ldap';
/** What a user who is no administrator may do in the shop; null is nothing beyond being signed in. */
export type ShopRole = 'store_manager' | 'editor' | 'customer';

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

/** Whether no user may have this name, whatever its case. */
export const isReservedName = (usernameKey: string): boolean => reserved.includes(usernameKey);

/** Whether this account keeps the installation manageable when the directory is down. */
export const isLocalAdministrator = (user: Pick<User, 'role' | 'isActive' | 'source' | 'deletedAt'>): boolean =>
  user.role === 'admin' && user.isActive && user.source === 'local' && user.deletedAt === null;
