/** Lifetime of a sign-in link (ms): five minutes. */
export const SIGN_IN_LINK_LIFETIME = 300_000;

/** A one-time sign-in link as it is stored: its secret is not. */
export interface SignInLink {
  /** Digest of the secret. */
  readonly digest: string;
  readonly userId: number;
  /** That of the account when the link was made: ending all sessions ends its links. */
  readonly tokenVersion: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}
