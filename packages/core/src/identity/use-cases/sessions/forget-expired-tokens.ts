import { useCase } from '../../../kernel/use-case.ts';
import type { IdentityPorts } from '../../ports.ts';

/** Deletes the entries of revoked tokens that have expired, and returns their number. */
export const forgetExpiredTokens = useCase(
  { access: 'manage_system', effect: 'write' },
  ({ revocations, clock }: IdentityPorts) =>
    async (_, __: object): Promise<number> =>
      revocations.forgetExpired(clock.now()),
);
