import { useCase } from '../../kernel/use-case.ts';
import type { IdentityPorts } from '../ports.ts';

/** Forgets revoked tokens that have expired anyway, and gives how many that were. */
export const forgetExpiredTokens = useCase(
  { access: 'manage_system', effect: 'write' },
  ({ revocations, clock }: IdentityPorts) =>
    async (_, __: object): Promise<number> =>
      revocations.forgetExpired(clock.now()),
);
