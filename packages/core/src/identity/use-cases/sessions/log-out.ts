import { userIdOf } from '../../../kernel/actor.ts';
import { useCase } from '../../../kernel/use-case.ts';
import { accountTarget } from '../../accounts/audit-details.ts';
import type { IdentityPorts } from '../../ports.ts';
import { endSession } from '../../sessions/end-session.ts';

/** Revokes the token of the request, and the browser session that it belongs to. */
export const logOut = useCase(
  { access: 'own-session', effect: 'write', audit: 'logout' },
  (ports: IdentityPorts) =>
    async (actor, _: object, { note }): Promise<void> => {
      note(accountTarget({ userId: userIdOf(actor) }));
      await endSession(ports, actor);
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
