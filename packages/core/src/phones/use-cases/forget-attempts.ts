import { useCase } from '../../kernel/use-case.ts';
import { after, OUTCOME_TTL } from '../attempt.ts';
import type { PhonesPorts } from '../ports.ts';

/** Deletes sign-ins whose outcome is no longer shown, and returns their number. */
export const forgetSignInAttempts = useCase(
  { access: 'manage_system', effect: 'write' },
  ({ signInAttempts, clock }: PhonesPorts) =>
    async (_, __: object): Promise<number> =>
      signInAttempts.forget(after(clock.now(), -OUTCOME_TTL)),
);
