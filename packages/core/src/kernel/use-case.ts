import type { Actor } from './actor.ts';
import type { Note } from './audit.ts';
import type { Capability } from './capability.ts';

/**
 * Who may ask: anyone at all; anyone signed in, even before a due password change (`own-session`); anyone signed in;
 * or holders of one capability.
 */
export type Access = 'anyone' | 'own-session' | 'signed-in' | Capability;

/** One thing the system can be asked to do: who may ask, whether it writes, and how it is done given its ports. */
export interface UseCase<Needs, Input, Output> {
  readonly access: Access;
  readonly writes: boolean;
  /** True when the use case recognises a repeated `Once` key by its own records and answers it again. */
  readonly recognisesRepeats: boolean;
  /** What the audit log calls it; absent for what is not written there. */
  readonly audit?: string;
  /** True when its statements are exempt from the time limits of requests. */
  readonly runsLong?: boolean;
  /** Written as a method so that a use case with few needs fits where all ports are given. */
  make(ports: Needs): (actor: Actor, input: Input, note: Note) => Promise<Output>;
}

/** What else is declared about a use case. */
export interface UseCaseOptions {
  /** What the audit log calls it: `user.create`. `core.run` writes the entry, also of refusals. */
  readonly audit?: string;
  /** Exempts its statements from the time limits of requests: imports, rebuilds, jobs. */
  readonly runsLong?: boolean;
}

/** A use case that only looks. */
export const query = <N, I, O>(
  access: Access,
  make: UseCase<N, I, O>['make'],
  options: UseCaseOptions = {},
): UseCase<N, I, O> => ({
  access,
  writes: false,
  recognisesRepeats: false,
  make,
  ...options,
});

/** A use case that changes something; it runs inside one unit of work. */
export const command = <N, I, O>(
  access: Access,
  make: UseCase<N, I, O>['make'],
  options: UseCaseOptions = {},
): UseCase<N, I, O> => ({
  access,
  writes: true,
  recognisesRepeats: false,
  make,
  ...options,
});

/** A command that keeps the keys of its requests in its own records, for ever. */
export const ledgerCommand = <N, I, O>(
  access: Access,
  make: UseCase<N, I, O>['make'],
  options: UseCaseOptions = {},
): UseCase<N, I, O> => ({
  access,
  writes: true,
  recognisesRepeats: true,
  make,
  ...options,
});

/**
 * A use case that writes but opens its own units of work, because slow work (a password hash) must not hold a
 * transaction open.
 */
export const procedure = <N, I, O>(
  access: Access,
  make: UseCase<N, I, O>['make'],
  options: UseCaseOptions = {},
): UseCase<N, I, O> => ({
  access,
  writes: false,
  recognisesRepeats: false,
  make,
  ...options,
});
