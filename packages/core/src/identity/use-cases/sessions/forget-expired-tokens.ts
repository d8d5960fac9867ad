import { useCase } from '../../../kernel/use-case.ts';
import type { IdentityPorts } from '../../ports.ts';

/** Deletes the entries of revoked tokens and the sign-in links that have expired, and returns their number. */
export const forgetExpiredTokens = useCase(
  { access: 'manage_system', effect: 'write' },
  ({ revocations, signInLinks, clock }: IdentityPorts) =>
    async (_, __: object): Promise<number> =>
      (await revocations.forgetExpired(clock.now())) + (await signInLinks.forgetExpired(clock.now())),
);
