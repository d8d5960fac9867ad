import type { User } from '../accounts/user.ts';
import type { IdentityPorts } from '../ports.ts';
import { claimsFor, TOKEN_LIFETIME } from './access-token.ts';

/** A new access token and its user. */
export interface IssuedToken {
  readonly accessToken: string;
  /** Lifetime in seconds. */
  readonly expiresIn: number;
  readonly expiresAt: Date;
  readonly user: User;
}

/** Issues an access token, valid for `TOKEN_LIFETIME`. */
export async function issueToken(ports: IdentityPorts, user: User, tokenVersion: number): Promise<IssuedToken> {
  const claims = claimsFor(
    { userId: user.userId, tokenVersion },
    { now: ports.clock.now(), tokenId: ports.ids.next(), ...ports.tokenNames },
  );
  return {
    accessToken: await ports.tokens.sign(claims),
    expiresIn: TOKEN_LIFETIME,
    expiresAt: new Date(claims.exp * 1000),
    user,
  };
}
