import type { Actor, PageSession } from '../../../kernel/actor.ts';
import { useCase } from '../../../kernel/use-case.ts';
import type { IdentityPorts } from '../../ports.ts';
import { pageSession } from '../../sessions/browser-session.ts';
import { type AuthenticateTokenInput, checkToken } from '../../sessions/check-token.ts';

/**
 * Authenticates an access token; returns its account with the current capabilities.
 * @throws DomainError `invalid_token`
 */
export const authenticateToken = useCase(
  { access: 'anyone', effect: 'read' },
  (ports: IdentityPorts) =>
    async (_, input: AuthenticateTokenInput): Promise<Actor> =>
      (await checkToken(ports, input)).actor,
);

/**
 * Authenticates the access token of a browser session; returns its account with the session.
 * @throws DomainError `invalid_token`
 */
export const authenticateSession = useCase(
  { access: 'anyone', effect: 'read' },
  (ports: IdentityPorts) =>
    async (_, input: AuthenticateTokenInput): Promise<Actor & { readonly session: PageSession }> => {
      const { actor, identity } = await checkToken(ports, input);
      return { ...actor, session: await pageSession(ports, identity.session, identity.tokenId) };
    },
);
