import { LARGEST_ID } from '../../kernel/identifier.ts';

/** How long a token is valid: 8 hours, in seconds. Not configurable. */
export const TOKEN_LIFETIME = 28_800;
/** Tolerated clock skew between processes, in seconds. */
const CLOCK_SKEW = 30;

/** The claims of an access token; times are seconds since 1970 (RFC 7519, 4.1). */
export interface AccessClaims {
  readonly iss: string;
  readonly aud: string;
  /** The user id as a decimal string. */
  readonly sub: string;
  readonly iat: number;
  readonly exp: number;
  /** Names this token, so that it can be revoked. */
  readonly jti: string;
  /** The user's token version at issue; raising it revokes the token. */
  readonly tv: number;
}

/** The identity in a valid token. */
export interface TokenIdentity {
  readonly userId: number;
  readonly tokenId: string;
  readonly tokenVersion: number;
  readonly expiresAt: Date;
}

/** The claim that failed validation. */
export type ClaimFault = 'aud' | 'sub' | 'iat' | 'exp' | 'nbf' | 'jti' | 'tv';

/** The claims of a token issued now for eight hours. */
export function claimsFor(
  user: { readonly userId: number; readonly tokenVersion: number },
  issue: { readonly now: Date; readonly tokenId: string; readonly issuer: string; readonly audience: string },
): AccessClaims {
  const iat = Math.floor(issue.now.getTime() / 1000);
  return {
    iss: issue.issuer,
    aud: issue.audience,
    sub: String(user.userId),
    iat,
    exp: iat + TOKEN_LIFETIME,
    jti: issue.tokenId,
    tv: user.tokenVersion,
  };
}

/**
 * Reads the identity in the claims of a verified token, or the first claim that is stricter than RFC 7519 demands: whole
 * seconds, one audience, a limited lifetime.
 */
export function identityIn(claims: Readonly<Record<string, unknown>>, at: Date): TokenIdentity | ClaimFault {
  const now = Math.floor(at.getTime() / 1000);
  const { aud, sub, iat, exp, nbf, jti, tv } = claims;
  if (Array.isArray(aud) && aud.length !== 1) return 'aud';
  if (typeof sub !== 'string' || !/^[1-9][0-9]{0,9}$/.test(sub) || Number(sub) > LARGEST_ID) return 'sub';
  if (!isTime(iat) || iat > now + CLOCK_SKEW) return 'iat';
  if (!isTime(exp) || exp - iat > TOKEN_LIFETIME || exp < iat) return 'exp';
  if (nbf !== undefined && !isTime(nbf)) return 'nbf';
  if (typeof jti !== 'string' || jti === '' || jti.length > 64) return 'jti';
  if (!isTime(tv)) return 'tv';
  return { userId: Number(sub), tokenId: jti, tokenVersion: tv, expiresAt: new Date(exp * 1000) };
}

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
