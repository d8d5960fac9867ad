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
  /** Names the browser session; absent in tokens of other clients. */
  readonly sid?: string;
  /** When the session was begun with a credential (OpenID Connect Core 1.0, 2); present with `sid`. */
  readonly auth_time?: number;
}

/** A browser session in a token. */
export interface SessionIdentity {
  readonly id: string;
  readonly beganAt: Date;
}

/** The identity in a valid token. */
export interface TokenIdentity {
  readonly userId: number;
  readonly tokenId: string;
  readonly tokenVersion: number;
  readonly expiresAt: Date;
  /** Absent in tokens that belong to no browser session. */
  readonly session?: SessionIdentity;
}

/** The claim that failed validation. */
export type ClaimFault = 'aud' | 'sub' | 'iat' | 'exp' | 'nbf' | 'jti' | 'tv' | 'sid' | 'auth_time';

/** What a token is issued with. */
interface Issue {
  readonly now: Date;
  readonly tokenId: string;
  readonly issuer: string;
  readonly audience: string;
  /** The browser session of the token, and its end, which the token does not outlive. */
  readonly session?: (SessionIdentity & { readonly endsAt: Date }) | undefined;
}

/** The claims of a token issued now for eight hours. */
export function claimsFor(
  user: { readonly userId: number; readonly tokenVersion: number },
  { session, ...issue }: Issue,
): AccessClaims {
  const iat = secondsOf(issue.now);
  return {
    iss: issue.issuer,
    aud: issue.audience,
    sub: String(user.userId),
    iat,
    exp: session ? Math.min(iat + TOKEN_LIFETIME, secondsOf(session.endsAt)) : iat + TOKEN_LIFETIME,
    jti: issue.tokenId,
    tv: user.tokenVersion,
    ...(session && { sid: session.id, auth_time: secondsOf(session.beganAt) }),
  };
}

const secondsOf = (moment: Date): number => Math.floor(moment.getTime() / 1000);

/**
 * Reads the identity in the claims of a verified token, or the first claim that is stricter than RFC 7519 demands: whole
 * seconds, one audience, a limited lifetime.
 */
export function identityIn(claims: Readonly<Record<string, unknown>>, at: Date): TokenIdentity | ClaimFault {
  const now = secondsOf(at);
  const { aud, sub, iat, exp, nbf, jti, tv } = claims;
  if (Array.isArray(aud) && aud.length !== 1) return 'aud';
  if (typeof sub !== 'string' || !/^[1-9][0-9]{0,9}$/.test(sub) || Number(sub) > LARGEST_ID) return 'sub';
  if (!isTime(iat) || iat > now + CLOCK_SKEW) return 'iat';
  if (!isTime(exp) || exp - iat > TOKEN_LIFETIME || exp < iat) return 'exp';
  if (nbf !== undefined && !isTime(nbf)) return 'nbf';
  if (!isTokenId(jti)) return 'jti';
  if (!isTime(tv)) return 'tv';
  const session = sessionIn(claims, now);
  if (typeof session === 'string') return session;
  const identity = { userId: Number(sub), tokenId: jti, tokenVersion: tv, expiresAt: new Date(exp * 1000) };
  return session ? { ...identity, session } : identity;
}

function sessionIn(
  { sid, auth_time: beganAt }: Readonly<Record<string, unknown>>,
  now: number,
): SessionIdentity | ClaimFault | undefined {
  if (sid === undefined && beganAt === undefined) return undefined;
  if (!isTokenId(sid)) return 'sid';
  if (!isTime(beganAt) || beganAt > now + CLOCK_SKEW) return 'auth_time';
  return { id: sid, beganAt: new Date(beganAt * 1000) };
}

/** An id fits the column of revoked tokens. */
const isTokenId = (value: unknown): value is string => typeof value === 'string' && value !== '' && value.length <= 64;

const isTime = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
