import { TOKEN_LIFETIME } from './access-token.ts';

/** One key of the ring, without the key. */
export interface RingEntry {
  readonly kid: string;
  readonly alg: string;
  readonly state: 'sign' | 'verify';
  /** Since when it has signed no more; absent for keys that may sign, and where the ring does not say. */
  readonly retiredAt?: Date;
}

/** What a change of the ring did; keys by their `kid`. */
export interface KeyRotation {
  /** It signs from now on. */
  readonly added: RingEntry;
  /** They signed until now. */
  readonly retired: readonly string[];
  /** Tokens of theirs are refused from now on. */
  readonly removed: readonly string[];
}

/** The keys of access tokens, for those who look after them. */
export interface TokenKeys {
  /** Every key of the ring, oldest first. */
  list(): Promise<readonly RingEntry[]>;
  /**
   * Adds a fresh key of the kind that signed last: it signs from now on, and those before it only verify. Keys that were
   * retired by `forgetBefore` are removed. Everybody who uses the ring takes the change without being started again;
   * changes that come at once happen one after the other.
   * @throws DomainError `managed_by_env`
   */
  rotate(now: Date, forgetBefore: Date): Promise<KeyRotation>;
}

/** The keys that seal secrets, for those who look after them. */
export interface SecretKeys {
  /**
   * Seals with a fresh key from now on; what was sealed before still opens. False, and nothing changes, where the keys
   * are given from outside.
   */
  renew(now: Date): Promise<boolean>;
  /** Forgets keys that have not sealed since `before`; what they sealed opens no more. */
  forget(before: Date): Promise<void>;
}

/** A token may live this long after its key was retired, in milliseconds: its life, and ten minutes for slow clocks. */
export const KEY_AFTERLIFE = (TOKEN_LIFETIME + 600) * 1000;

/** Retired keys still open what is in backups for this long, in milliseconds: thirty days. */
export const SECRETS_KEY_AFTERLIFE = 30 * 24 * 3600 * 1000;
