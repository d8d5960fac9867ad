import { type Actor, userIdOf } from '../kernel/actor.ts';
import { type Ends, placesOf } from './enter-line.ts';
import type { Operation, OperationDraft, OperationSource } from './operation.ts';
import type { InventoryPorts } from './ports.ts';
import type { Movement } from './stock-book.ts';

/** A reversal: the operation, its accounts, its effect and the explanation. */
export interface Reversal {
  readonly operation: Operation;
  readonly ends: Ends;
  readonly movement: Movement;
  readonly source: OperationSource;
  readonly groupId: string | null;
  readonly reason?: string | null | undefined;
  readonly note?: string | null | undefined;
}

/** Builds the ledger entry of a reversal, with the actor as its author. */
export function reversalDraftOf(
  { clock }: Pick<InventoryPorts, 'clock'>,
  actor: Actor,
  { operation, ends, movement, ...reversal }: Reversal,
): OperationDraft {
  const now = clock.now();
  return {
    ...movement,
    ...placesOf(ends),
    type: 'reversal',
    quantity: operation.quantity,
    userId: userIdOf(actor),
    username: actor.username ?? '',
    unitCost: null,
    reason: reversal.reason ?? null,
    note: reversal.note ?? null,
    reference: operation.reference,
    uniqueReference: false,
    occurredAt: now,
    recordedAt: now,
    reversesId: operation.id,
    groupId: reversal.groupId,
    source: reversal.source,
    idempotencyKey: actor.once?.key ?? null,
  };
}
