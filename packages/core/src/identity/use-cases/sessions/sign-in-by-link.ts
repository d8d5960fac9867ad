import { useCase } from '../../../kernel/use-case.ts';
import { accountTarget } from '../../accounts/audit-details.ts';
import type { User } from '../../accounts/user.ts';
import { signInLinkInvalid } from '../../errors.ts';
import type { IdentityPorts } from '../../ports.ts';
import { newSession } from '../../sessions/browser-session.ts';
import { type IssuedToken, issueToken } from '../../sessions/issue-token.ts';
import { limitNetwork } from '../../sessions/login-limits.ts';

/**
 * Spends a sign-in link and begins a browser session. Of concurrent attempts with one link a single one succeeds. Every failure has
 * the same answer, and counts for the network like a failed login.
 * @throws DomainError `sign_in_link_invalid`, `rate_limited`, `busy`
 */
export const signInByLink = useCase(
  {
    access: 'anyone',
    effect: 'write',
    transaction: 'own',
    audit: 'sign_in_link.use',
    refusals: { unauthenticated: ['sign_in_link_invalid'] },
  },
  (ports: IdentityPorts) =>
    async (actor, { secret }: { readonly secret: string }, { note }): Promise<IssuedToken> => {
      note({ target: { type: 'sign_in_link', id: 'unknown' } });
      return limitNetwork(ports, actor.origin.ip, async () => {
        const spent = await ports.unitOfWork.run(() => spend(ports, secret));
        if (!spent) throw signInLinkInvalid();
        const { user, tokenVersion, fault } = spent;
        note({ ...accountTarget(user), ...(fault === undefined ? { actor: user } : { reason: fault }) });
        if (fault !== undefined) throw signInLinkInvalid();
        return issueToken(ports, { user, tokenVersion }, newSession(ports));
      });
    },
);

interface SpentLink {
  readonly user: User;
  readonly tokenVersion: number;
  /** Why the account may not sign in, for the audit log. */
  readonly fault?: string;
}

async function spend(ports: IdentityPorts, secret: string): Promise<SpentLink | undefined> {
  const { signInLinks, secretDigest, users, clock, ids } = ports;
  const now = clock.now();
  const link = await signInLinks.spend(secretDigest.of(secret), now);
  const user = link && (await users.find(link.userId));
  const record = link && (await users.forToken(link.userId, ids.next()));
  if (!user || !record) return undefined;
  const { tokenVersion } = record;
  if (!user.isActive || user.deletedAt !== null) return { user, tokenVersion, fault: 'inactive' };
  if (tokenVersion !== link.tokenVersion) return { user, tokenVersion, fault: 'revoked' };
  await users.recordLogin(user.userId, now, user.source);
  return { user, tokenVersion };
}
