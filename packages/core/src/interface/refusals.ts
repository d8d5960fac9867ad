import type { ErrorKind } from '../kernel/errors.ts';
import type { DeclaredRefusals } from '../kernel/use-case.ts';

/** Codes of one kind, if a condition holds. */
export const when = (condition: boolean, kind: ErrorKind, ...codes: readonly string[]): DeclaredRefusals =>
  condition ? { [kind]: codes } : {};

/** Refusals of every operation that a key of the request or the state of the database may bring about. */
export const commonRefusals = ({
  once,
  isWrite,
}: {
  readonly once: boolean;
  readonly isWrite: boolean;
}): readonly DeclaredRefusals[] => [
  when(once, 'conflict', 'idempotency_in_progress'),
  when(once, 'invalid', 'idempotency_key_reused'),
  when(true, 'unavailable', 'busy', 'database_unavailable', ...(isWrite ? ['commit_unknown', 'storage_full'] : [])),
];
