import { userIdOf } from '../../../kernel/actor.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { accountTarget } from '../../accounts/audit-details.ts';
import type { IdentityPorts } from '../../ports.ts';

/** Revokes the token of the request. */
export const logOut = useCase(
  { access: 'own-session', effect: 'write', audit: 'logout' },
  ({ revocations }: IdentityPorts) =>
    async (actor, _: object, { note }): Promise<void> => {
      note(accountTarget({ userId: userIdOf(actor) }));
      const { credential, via } = actor;
      if (via === 'bearer' && credential?.expiresAt)
        await revocations.revoke(credential.id, userIdOf(actor), credential.expiresAt);
    },
);

/** Ends all sessions of the caller. */
export const logOutEverywhere = useCase(
  { access: 'signed-in', effect: 'write', audit: 'token.revoke' },
  ({ users }: IdentityPorts) =>
    async (actor, _: object, { note }): Promise<void> => {
      note(accountTarget({ userId: userIdOf(actor) }));
      await users.raiseTokenVersion(userIdOf(actor));
    },
);
