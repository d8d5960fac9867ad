import { notFound } from '../../../kernel/errors.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { accountTarget } from '../../accounts/audit-details.ts';
import type { User } from '../../accounts/user.ts';
import { generateSecret } from '../../application-passwords/application-password.ts';
import { accountDisabled } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';
import { SIGN_IN_LINK_LIFETIME } from '../../sessions/sign-in-link.ts';

/** A new sign-in link. */
export interface CreatedSignInLink {
  readonly user: User;
  /** 24 letters and digits; not stored. */
  readonly secret: string;
  readonly expiresAt: Date;
}

/**
 * Makes a link by which a browser signs in to an account once, within five minutes, without its password; for operators.
 * @throws DomainError `not_found`, `account_disabled`
 */
export const createSignInLink = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    repeats: 'none',
    audit: 'sign_in_link.create',
    refusals: { 'not-found': ['not_found'], conflict: ['account_disabled'] },
  },
  ({ users, ids, clock, random, secretDigest, signInLinks }: IdentityPorts) =>
    async (_, { id }: { readonly id: number }, { note }): Promise<CreatedSignInLink> => {
      note(accountTarget({ userId: id }));
      const user = await users.find(id);
      const record = await users.forToken(id, ids.next());
      if (!user || !record || user.deletedAt !== null || user.isSystem) throw notFound('user');
      if (!user.isActive) throw accountDisabled();
      const secret = generateSecret(random);
      const createdAt = clock.now();
      const expiresAt = new Date(createdAt.getTime() + SIGN_IN_LINK_LIFETIME);
      const { tokenVersion } = record;
      await signInLinks.insert({ digest: secretDigest.of(secret), userId: id, tokenVersion, createdAt, expiresAt });
      return { user, secret, expiresAt };
    },
);
