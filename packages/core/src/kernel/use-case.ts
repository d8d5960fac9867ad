import type { Actor } from './actor.ts';
import type { AuditNote } from './audit.ts';
import type { Capability } from './capability.ts';
import type { ErrorKind } from './errors.ts';

/**
 * Required permission: none (`anyone`); signed in, even before a due password change (`own-session`); signed in;
 * or one capability.
 */
export type Access = 'anyone' | 'own-session' | 'signed-in' | Capability;

/** Codes of refusals by kind. */
export type DeclaredRefusals = Readonly<Partial<Record<ErrorKind, readonly string[]>>>;

/** Properties of a use case that interfaces, the core and tests read before it runs. */
export interface UseCaseDeclaration {
  readonly access: Access;
  /** `read` changes no stored state; only such use cases may serve a GET. */
  readonly effect: 'read' | 'write';
  /**
   * `core` (the default) runs a write in one unit of work. With `own` the use case opens its units itself, because slow
   * work (password hashing, reading an upload, calls to other servers) must not hold a transaction open.
   */
  readonly transaction?: 'core' | 'own';
  /**
   * The answer to a repeated request with the same `Idempotency-Key`:
   * - `answer` (the default of writes in the core's transaction): the first answer is stored for 24 hours in the unit of
   *   work of the effect. With `transaction: 'own'` that is the unit opened by `inUnit`.
   * - `marked`: for effects of several units. The key is marked as running first, the answer is stored at the end.
   * - `resumed`: for slow work after one unit. The result of the unit opened by `inUnit`, which must be a JSON value, is stored
   *   in it for 24 hours; a repeated request gets it from `inUnit` without the effect, and goes on from there.
   * - `ledger`: the use case finds the key in records of its own, without expiry.
   * - `none` (the default of `own` and of reads): keys are ignored.
   */
  readonly repeats?: 'answer' | 'marked' | 'resumed' | 'ledger' | 'none';
  /** Action of the audit record: `user.create`. The core writes it, also for refusals. Absent: no record. */
  readonly audit?: string;
  /**
   * The refusals of its own, for the documentation: those that follow from access, parameters, limits and preconditions are
   * added by the interface.
   */
  readonly refusals?: DeclaredRefusals;
  /** Exempts its statements from the time limits of requests: imports, rebuilds, jobs. */
  readonly runsLong?: boolean;
}

/** Services of the core for one run of a use case. */
export interface RunContext {
  /** Adds details to the audit record. */
  readonly note: AuditNote;
  /**
   * Runs work in a unit of work together with the audit record and, when the use case repeats by `answer`, the caller's
   * key: a repeated request ends here with the first answer, or, when it repeats by `resumed`, goes on with the first result. May be called once, with the output as its result.
   * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
   */
  inUnit<T>(work: () => Promise<T>): Promise<T>;
}

/** One operation of the system: its declaration, and a factory that binds it to its ports. */
export interface UseCase<Needs, Input, Output>
  extends Required<Omit<UseCaseDeclaration, 'audit' | 'runsLong' | 'refusals'>>,
    Pick<UseCaseDeclaration, 'audit' | 'runsLong' | 'refusals'> {
  /** Written as a method so that a use case with few needs fits where all ports are given. */
  make(ports: Needs): (actor: Actor, input: Input, context: RunContext) => Promise<Output>;
}

/**
 * Declares a use case.
 * @example
 * export const deleteItem = useCase(
 *   { access: 'manage_inventory', effect: 'write', audit: 'item.delete' },
 *   ({ items }: InventoryPorts) => async (actor, { id }: { readonly id: number }, { note }) => { … },
 * );
 */
export function useCase<N, I, O>(
  { transaction = 'core', repeats, ...declaration }: UseCaseDeclaration,
  make: UseCase<N, I, O>['make'],
): UseCase<N, I, O> {
  const storesAnswer = declaration.effect === 'write' && transaction === 'core';
  return { ...declaration, transaction, repeats: repeats ?? (storesAnswer ? 'answer' : 'none'), make };
}
