import type { UserStore } from '../../identity/index.ts';
import { type Actor, anonymous } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { extensionRights } from '../manifest.ts';
import type { ExtensionPorts } from '../ports.ts';

/** People cannot have names with a colon. */
const accountName = (slug: string): string => `extension:${slug}`;

type AccountPorts = Pick<ExtensionPorts, 'extensions' | 'clock'> & { readonly users: UserStore };

/**
 * Returns the actor of an extension: an account of its own, which cannot sign in and is created at the first call, with the
 * granted rights only.
 */
export const openExtensionAccount = useCase(
  { access: 'manage_system', effect: 'write', repeats: 'none', audit: 'extension.open_account' },
  ({ users, extensions, clock }: AccountPorts) =>
    async (_, { slug }: { readonly slug: string }, { note }): Promise<Actor | undefined> => {
      // One process at a time creates the account.
      const extension = await extensions.hold(slug);
      const username = accountName(slug);
      const known = extension && (await users.findByName(username));
      note({ target: { type: 'extension', id: slug }, isIdle: !extension || known !== undefined });
      if (!extension) return undefined;
      const { userId } = known ?? (await users.insert(newAccount(username, extension.title), clock.now()));
      return {
        ...anonymous,
        userId,
        username,
        role: 'member',
        capabilities: new Set(extensionRights.filter((right) => extension.rights.includes(right))),
        via: 'embedded',
        credential: { id: username, expiresAt: null, isLimited: true },
      };
    },
);

const newAccount = (username: string, title: string) => ({
  username,
  displayName: title,
  email: null,
  role: 'member' as const,
  shopRole: null,
  isActive: false,
  source: 'local' as const,
  mustChangePassword: false,
  password: null,
});
