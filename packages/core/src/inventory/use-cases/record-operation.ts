import { type Actor, userIdOf } from '../../kernel/actor.ts';
import { invalidField } from '../../kernel/errors.ts';
import { idempotencyInProgress, idempotencyKeyReused } from '../../kernel/idempotency.ts';
import { openRefusals, type UnreadLines } from '../../kernel/refusals.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import type { InventoryPorts } from '../ports.ts';
import { record } from '../record.ts';

/** Recorded operations; `replayed` if an earlier request with the same idempotency key recorded them. */
export interface Recorded {
  readonly operations: readonly Operation[];
  readonly replayed: boolean;
}

const MINUTE = 60_000;
const EARLIEST = Date.UTC(2000, 0, 1);
/** Maximum lines per batch. */
export const BATCH_LIMIT = 100;

/**
 * Records a stock operation with the caller as its author.
 *
 * The actor is the only source of the author: no member of the input can name another user.
 * @throws DomainError `item_not_found`, `location_not_found`, `insufficient_stock`, `item_archived`, `location_archived`, `stock_changed`, `same_location`, `quantity_out_of_range`, `duplicate_reference`, `not_allowed`, `contradiction`
 */
export const recordOperation = useCase(
  {
    access: 'record_operations',
    effect: 'write',
    repeats: 'ledger',
    refusals: {
      invalid: [
        'item_not_found',
        'location_not_found',
        'same_location',
        'quantity_out_of_range',
        'not_allowed',
        'contradiction',
      ],
      conflict: ['insufficient_stock', 'item_archived', 'location_archived', 'stock_changed', 'duplicate_reference'],
    },
  },
  (ports: InventoryPorts) =>
    async (actor, request: OperationRequest): Promise<Recorded> => {
      demandTime(ports, request, ['occurredAt']);
      return atMostOnce(ports, actor, () => record(ports, actor, { requests: [request], groupId: null, isLast: true }));
    },
);

/** Input of `recordOperations`: lines that are recorded together or not at all. */
export interface RecordOperationsInput {
  readonly operations: readonly OperationRequest[];
  /** Default for lines without a note of their own. */
  readonly note?: string | null;
  /** Lines that the interface could not parse; if there are any, the whole batch is refused. */
  readonly unread?: UnreadLines;
}

/**
 * Records up to 100 lines, all or none; each sees the effects of earlier ones.
 * @throws DomainError as `recordOperation`, its fields placed under the line: `operations[3].quantity`, `insufficient_stock`, `item_archived`, `location_archived`, `duplicate_reference`, `stock_changed`, `item_not_found`, `location_not_found`, `quantity_out_of_range`, `same_location`, `contradiction`
 */
export const recordOperations = useCase(
  {
    access: 'record_operations',
    effect: 'write',
    repeats: 'ledger',
    refusals: {
      conflict: ['insufficient_stock', 'item_archived', 'location_archived', 'duplicate_reference', 'stock_changed'],
      invalid: ['item_not_found', 'location_not_found', 'quantity_out_of_range', 'same_location', 'contradiction'],
    },
  },
  (ports: InventoryPorts) =>
    async (actor, { operations, note, unread }: RecordOperationsInput): Promise<Recorded> => {
      if ((operations.length === 0 && !unread) || operations.length > BATCH_LIMIT) {
        throw invalidField('operations', 'out_of_range', `Between 1 and ${BATCH_LIMIT} lines.`);
      }
      const untimely = openRefusals('operations');
      const places = unread?.places ?? [...operations.keys()];
      for (const [index, request] of operations.entries())
        untimely.line(places[index] ?? index, () => demandTime(ports, request, ['occurredAt']));
      const refusals = [...(unread?.refusals ?? []), ...untimely.found];
      const requests = operations.map((request) => ({ ...request, note: request.note ?? note }));
      const recording = { requests, groupId: ports.ids.next(), member: 'operations', isLast: true };
      if (refusals.length > 0)
        return refuseAll(() => record(ports, actor, { ...recording, unread: { refusals, places } }));
      return atMostOnce(ports, actor, () => record(ports, actor, recording));
    },
);

async function refuseAll(work: () => Promise<unknown>): Promise<never> {
  await work();
  throw new RangeError('Lines were recorded beside others that could not be read.');
}

/**
 * Runs the work unless the actor's idempotency key was used before; then returns the operations recorded under it.
 * @throws DomainError `idempotency_in_progress`, `idempotency_key_reused`
 */
export async function atMostOnce(
  { ledger }: InventoryPorts,
  actor: Actor,
  work: () => Promise<readonly Operation[]>,
): Promise<Recorded> {
  if (actor.once) {
    const claim = await ledger.claimKey(userIdOf(actor), actor.once);
    if (claim.state === 'running') throw idempotencyInProgress();
    if (claim.state === 'done') {
      if (claim.fingerprint !== actor.once.fingerprint) throw idempotencyKeyReused();
      // As in the first response: at that time the operations could not have been reversed.
      return {
        operations: claim.operations.map((operation) => ({ ...operation, reversedById: null })),
        replayed: true,
      };
    }
  }
  return { operations: await work(), replayed: false };
}

/**
 * Refuses a time of occurrence before the year 2000 or more than five minutes in the future.
 * @throws DomainError `out_of_range`
 */
export function demandTime(
  { clock }: Pick<InventoryPorts, 'clock'>,
  { occurredAt }: OperationRequest,
  path: (string | number)[],
): void {
  if (occurredAt === undefined) return;
  const time = occurredAt.getTime();
  if (time >= EARLIEST && time <= clock.now().getTime() + 5 * MINUTE) return;
  throw invalidField(path, 'out_of_range', 'Between the year 2000 and five minutes from now.');
}
