import { useCase } from '../../../kernel/use-case.ts';
import type { IdentityPorts } from '../../ports.ts';
import type { IssuedToken } from '../../sessions/issue-token.ts';
import { type LogInInput, signIn } from '../../sessions/sign-in.ts';

/**
 * Signs in with username and password, checked locally for local accounts and at the directory for all others; issues an
 * access token.
 *
 * Every failure has the same answer and takes at least the configured time. A directory outage is reported for every
 * failed login; otherwise it would disclose which names are local.
 * @throws DomainError `invalid_credentials`, `directory_unavailable`, `rate_limited`, `busy`
 */
export const logIn = useCase(
  {
    access: 'anyone',
    effect: 'write',
    transaction: 'own',
    audit: 'login',
    refusals: {
      unauthenticated: ['invalid_credentials'],
      unavailable: ['directory_unavailable'],
    },
  },
  (ports: IdentityPorts) =>
    (actor, input: LogInInput, { note }): Promise<IssuedToken> =>
      signIn(ports, { actor, note }, input),
);
