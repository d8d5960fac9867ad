import { useCase } from '../../../kernel/use-case.ts';
import { acceptPassword } from '../../accounts/accept-password.ts';
import { accountChanges, accountTarget } from '../../accounts/audit-details.ts';
import { generatePassword } from '../../accounts/password.ts';
import { acceptUsername } from '../../accounts/user.ts';
import type { IdentityPorts } from '../../ports.ts';

/** The first account; without a password one is generated, if `mayGenerate`. */
export interface BootstrapAdministratorInput {
  readonly username?: string;
  readonly password?: string;
  readonly mayGenerate: boolean;
}

/** Nothing to do, account created, or an administrator has to be created by hand. */
export type BootstrapOutcome =
  | { readonly outcome: 'not needed' | 'administrator missing' }
  | { readonly outcome: 'created'; readonly username: string; readonly generatedPassword?: string };

/**
 * Creates the first administrator of an installation without one; concurrent processes create one.
 * @throws DomainError `too_short`, `password_too_common`, `password_contains_username`, `username_taken`
 */
export const bootstrapAdministrator = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    transaction: 'own',
    audit: 'user.create',
    refusals: {
      invalid: ['too_short', 'password_too_common', 'password_contains_username'],
      conflict: ['username_taken'],
    },
  },
  (ports: IdentityPorts) =>
    async (_, input: BootstrapAdministratorInput, { note, inUnit }): Promise<BootstrapOutcome> => {
      note({ isIdle: true });
      if (await ports.users.hasAdministrator()) return { outcome: 'not needed' };
      const username = acceptUsername(input.username ?? 'admin');
      if (input.password === undefined && !input.mayGenerate) return { outcome: 'administrator missing' };

      const generated = input.password === undefined ? generatePassword(ports.random) : undefined;
      const password = await acceptPassword(ports, username, input.password ?? generated ?? '');
      const account = {
        username,
        displayName: null,
        email: null,
        role: 'admin',
        shopRole: null,
        isActive: true,
        source: 'local',
        mustChangePassword: false,
        password,
      } as const;
      return inUnit(async (): Promise<BootstrapOutcome> => {
        await ports.users.holdAdministrators();
        if (await ports.users.hasAdministrator()) return { outcome: 'not needed' };
        const user = await ports.users.insert(account, ports.clock.now());
        note({ ...accountTarget(user), changes: accountChanges(undefined, account), isIdle: false });
        return generated === undefined
          ? { outcome: 'created', username }
          : { outcome: 'created', username, generatedPassword: generated };
      });
    },
);
