import type { Role, ShopRole } from '../../../kernel/capability.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { acceptPassword } from '../../accounts/accept-password.ts';
import { accountChanges, accountTarget } from '../../accounts/audit-details.ts';
import { generateFirstPassword } from '../../accounts/first-password.ts';
import { roleOf } from '../../accounts/role.ts';
import { acceptUsername, type User, type UserSource } from '../../accounts/user.ts';
import { passwordNotAllowed } from '../../errors.ts';
import type { IdentityPorts, StoredPassword } from '../../ports.ts';

/** A new account. A local one without a password gets a generated one. */
export interface CreateUserInput {
  readonly username: string;
  readonly password?: string;
  readonly displayName?: string | null;
  readonly email?: string | null;
  readonly role?: Role;
  readonly isAdmin?: boolean;
  readonly shopRole?: ShopRole | null;
  readonly isActive?: boolean;
  readonly source?: UserSource;
}

/** The new account, and its generated password: shown once, not stored. */
export interface CreatedUser {
  readonly user: User;
  readonly generatedPassword?: string;
}

/**
 * Creates an account.
 * @throws DomainError `username_taken`, `too_short`, `password_too_common`, `password_contains_username`, `reserved_name`, `not_allowed`, `contradiction`
 */
export const createUser = useCase(
  {
    access: 'manage_users',
    effect: 'write',
    transaction: 'own',
    repeats: 'answer',
    audit: 'user.create',
    refusals: {
      conflict: ['username_taken'],
      invalid: [
        'too_short',
        'password_too_common',
        'password_contains_username',
        'reserved_name',
        'not_allowed',
        'contradiction',
      ],
    },
  },
  (ports: IdentityPorts) =>
    async (_, input: CreateUserInput, { note, inUnit }): Promise<CreatedUser> => {
      const username = acceptUsername(input.username);
      const { password, generated } = await firstPassword(ports, input);
      const account = {
        username,
        displayName: input.displayName ?? null,
        email: input.email ?? null,
        role: roleOf(input) ?? 'member',
        shopRole: input.shopRole ?? null,
        isActive: input.isActive ?? true,
        source: input.source ?? 'local',
        mustChangePassword: generated !== undefined,
        password,
      } as const;
      return inUnit(async () => {
        const user = await ports.users.insert(account, ports.clock.now());
        note({ ...accountTarget(user), changes: accountChanges(undefined, account) });
        ports.events.publish({ type: 'user.created', userId: user.userId });
        return generated === undefined ? { user } : { user, generatedPassword: generated };
      });
    },
);

async function firstPassword(
  ports: IdentityPorts,
  { username, password, source }: CreateUserInput,
): Promise<{ readonly password: StoredPassword | null; readonly generated?: string }> {
  if (source === 'ldap') {
    if (password !== undefined) throw passwordNotAllowed();
    return { password: null };
  }
  if (password !== undefined) return { password: await acceptPassword(ports, username, password) };
  return generateFirstPassword(ports);
}
