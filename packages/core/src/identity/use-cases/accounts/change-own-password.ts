import { useCase } from '../../../kernel/use-case.ts';
import { type ChangeOwnPasswordInput, replaceOwnPassword } from '../../accounts/replace-own-password.ts';
import type { IdentityPorts } from '../../ports.ts';
import type { IssuedToken } from '../../sessions/issue-token.ts';

/**
 * Changes the caller's password, ends all older sessions and opens a new one. A wrong current password counts as a failed
 * login, so that the password cannot be guessed through a hijacked session.
 * @throws DomainError `managed_by_directory`, `current_password_incorrect`, `rate_limited`, `too_short`, `password_contains_username`,
 * `password_too_common`
 */
export const changeOwnPassword = useCase(
  {
    access: 'own-session',
    effect: 'write',
    transaction: 'own',
    audit: 'password.change',
    refusals: {
      conflict: ['managed_by_directory'],
      invalid: ['current_password_incorrect', 'too_short', 'password_too_common', 'password_contains_username'],
    },
  },
  (ports: IdentityPorts) =>
    (actor, input: ChangeOwnPasswordInput, { note }): Promise<IssuedToken> =>
      replaceOwnPassword(ports, { actor, note }, input),
);
