import { TOKEN_LIFETIME } from './access-token.ts';

/** Metadata of a key in the key ring; never the key itself. */
export interface RingEntry {
  readonly kid: string;
  readonly alg: string;
  readonly state: 'sign' | 'verify';
  /** When it stopped signing; absent for signing keys, and if the ring does not record it. */
  readonly retiredAt?: Date;
}

/** The result of a key rotation; keys by `kid`. */
export interface KeyRotation {
  /** The new signing key. */
  readonly added: RingEntry;
  /** Former signing keys. */
  readonly retired: readonly string[];
  /** Removed keys; their tokens are refused. */
  readonly removed: readonly string[];
}

/** Administration of the access token keys. */
export interface TokenKeys {
  /** Every key of the ring, oldest first. */
  list(): Promise<readonly RingEntry[]>;
  /**
   * Adds a new signing key of the same algorithm; earlier keys only verify from then on. Keys retired before `forgetBefore`
   * are removed. All processes load the change without a restart; concurrent rotations are serialized.
   * @throws DomainError `managed_by_env`
   */
  rotate(now: Date, forgetBefore: Date): Promise<KeyRotation>;
}

/** Administration of the keys of the `SecretBox`. */
export interface SecretKeys {
  /**
   * Adds a new sealing key; earlier keys still open. False, without effect, if the environment sets the keys.
   */
  renew(now: Date): Promise<boolean>;
  /** Deletes keys retired before `before`; secrets sealed with them become unreadable. */
  forget(before: Date): Promise<void>;
}

/** Time a retired key must verify, in milliseconds: the token lifetime, and ten minutes for clock skew. */
export const KEY_AFTERLIFE = (TOKEN_LIFETIME + 600) * 1000;

/** Time a retired key is kept to open secrets in backups, in milliseconds: thirty days. */
export const SECRETS_KEY_AFTERLIFE = 30 * 24 * 3600 * 1000;
