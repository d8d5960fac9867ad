import type { User } from '../accounts/user.ts';
import type { IdentityPorts } from '../ports.ts';
import { claimsFor, type SessionIdentity } from './access-token.ts';
import { sessionEnd } from './browser-session.ts';

/** A new access token and its user. */
export interface IssuedToken {
  readonly accessToken: string;
  /** Lifetime in seconds. */
  readonly expiresIn: number;
  readonly expiresAt: Date;
  readonly user: User;
  /** The browser session of the token. */
  readonly session?: SessionIdentity;
}

/** Issues an access token, valid for `TOKEN_LIFETIME`; that of a browser session at most to the end of the session. */
export async function issueToken(
  ports: IdentityPorts,
  { user, tokenVersion }: { readonly user: User; readonly tokenVersion: number },
  session?: SessionIdentity,
): Promise<IssuedToken> {
  const claims = claimsFor(
    { userId: user.userId, tokenVersion },
    {
      now: ports.clock.now(),
      tokenId: ports.ids.next(),
      session: session && { ...session, endsAt: sessionEnd(ports, session) },
      ...ports.tokenNames,
    },
  );
  return {
    accessToken: await ports.tokens.sign(claims),
    expiresIn: claims.exp - claims.iat,
    expiresAt: new Date(claims.exp * 1000),
    user,
    ...(session && { session }),
  };
}
