import type { Digests, OptionStore } from '../back-office/index.ts';
import type { CommercePorts } from '../commerce/index.ts';
import type { IdentityPorts } from '../identity/index.ts';
import type { JobsPorts } from '../jobs/index.ts';
import type { SubmitMailPorts } from '../notifications/index.ts';
import type { IssuedPassword, PhoneScan, SignInAttempt } from './attempt.ts';

/** A sign-in to be stored. */
export type NewSignInAttempt = Pick<
  SignInAttempt,
  'tokenHash' | 'method' | 'userId' | 'siteUrl' | 'createdAt' | 'expiresAt'
>;

/**
 * The store of sign-ins of phones. Each change is one conditional statement, so that exactly one of several concurrent callers
 * makes it; it returns whether this call did.
 */
export interface SignInAttemptStore {
  /** Stores a sign-in in the state `pending`. */
  insert(attempt: NewSignInAttempt): Promise<void>;
  /** The sign-in of a token. */
  find(tokenHash: string): Promise<SignInAttempt | undefined>;
  /** The sign-in of the session of a phone. */
  findBySession(sessionHash: string): Promise<SignInAttempt | undefined>;
  /** From `pending` to `scanned`, or at once to `approved`, if the token has not expired. */
  scan(tokenHash: string, scan: PhoneScan, to: StateChange<'scanned' | 'approved'>): Promise<boolean>;
  /** From `scanned` to `approved` or `rejected`, if neither the token nor the time for the choice has expired. */
  decide(tokenHash: string, to: StateChange<'approved' | 'rejected'>): Promise<boolean>;
  /** From `approved` to `consumed`, if the grant has this digest and the token has not expired. */
  consume(tokenHash: string, grantHash: string, issued: IssuedPassword & { readonly at: Date }): Promise<boolean>;
  /** Counts a wrong grant of an approved sign-in; rejects the sign-in if it is the last of `most`. */
  countWrongGrant(tokenHash: string, most: number, at: Date): Promise<boolean>;
  /** Deletes the links of a user that no phone has opened, and returns their number. */
  withdrawLinks(userId: number): Promise<number>;
  /** Deletes sign-ins whose token expired before this moment, and returns their number. */
  forget(expiredBefore: Date): Promise<number>;
}

/** A new state, and the moment of the change. */
export interface StateChange<State extends string> {
  readonly state: State;
  readonly at: Date;
}

/** The ports of the phones context. */
export interface PhonesPorts extends Omit<IdentityPorts, 'mailLog'>, CommercePorts, JobsPorts, SubmitMailPorts {
  readonly signInAttempts: SignInAttemptStore;
  readonly options: OptionStore;
  readonly digests: Digests;
}

/** Whether the database or another adapter supplies each port. */
export const phonesPorts = { signInAttempts: 'store' } as const;
