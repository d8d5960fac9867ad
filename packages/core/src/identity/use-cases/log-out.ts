import { userIdOf } from '../../kernel/actor.ts';
import { command } from '../../kernel/use-case.ts';
import type { IdentityPorts } from '../ports.ts';

/** Ends the session of the token the request came with. */
export const logOut = command(
  'own-session',
  ({ revocations }: IdentityPorts) =>
    async (actor, _: object): Promise<void> => {
      if (actor.credential) await revocations.revoke(actor.credential.id, userIdOf(actor), actor.credential.expiresAt);
    },
);

/** Ends all sessions of whoever is asking. */
export const logOutEverywhere = command(
  'signed-in',
  ({ users }: IdentityPorts) =>
    async (actor, _: object): Promise<void> => {
      await users.raiseTokenVersion(userIdOf(actor));
    },
);
