import { type Actor, demandCapability, userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import { sourceOf } from '../enter-line.ts';
import { alreadyReversed, cannotReverseReversal, noSuchOperation, reversalWindowPassed } from '../errors.ts';
import type { Operation } from '../operation.ts';
import type { InventoryPorts } from '../ports.ts';
import { announce, holdAgain } from '../record.ts';
import { reversalDraftOf } from '../reversal.ts';
import { applyReversal } from '../stock-book.ts';
import { atMostOnce, type Recorded } from './record-operation.ts';

/** Period in which members may reverse their own operations, in milliseconds: 24 hours. */
const REVERSAL_WINDOW = 24 * 3_600_000;

/** Reason and note of a reversal. */
interface Explanation {
  readonly reason?: string | null;
  readonly note?: string | null;
}

/** Input of `reverseOperation`. */
export interface ReverseOperationInput extends Explanation {
  readonly id: number;
}

/**
 * Reverses one operation by the opposite movement.
 * @throws DomainError `not_found`, `already_reversed`, `cannot_reverse_reversal`, `reversal_window_passed`, `admin_required`, `insufficient_stock`
 */
export const reverseOperation = useCase(
  {
    access: 'record_operations',
    effect: 'write',
    repeats: 'ledger',
    refusals: {
      'not-found': ['not_found'],
      conflict: ['already_reversed', 'cannot_reverse_reversal', 'insufficient_stock'],
      forbidden: ['reversal_window_passed', 'admin_required'],
    },
  },
  (ports: InventoryPorts) =>
    async (actor, { id, ...explanation }: ReverseOperationInput): Promise<Recorded> => {
      const find = async () => {
        const operation = await ports.ledger.find(id);
        if (!operation) throw noSuchOperation();
        return [operation];
      };
      return atMostOnce(ports, actor, () => reverse(ports, actor, { find, explanation, groupId: null }));
    },
);

/** Input of `reverseOperationGroup`. */
export interface ReverseGroupInput extends Explanation {
  readonly groupId: string;
}

/**
 * Reverses a whole batch, last line first; all lines or none.
 * @throws DomainError as `reverseOperation`, `already_reversed`, `insufficient_stock`, `reversal_window_passed`, `cannot_reverse_reversal`
 */
export const reverseOperationGroup = useCase(
  {
    access: 'record_operations',
    effect: 'write',
    repeats: 'ledger',
    refusals: {
      conflict: ['already_reversed', 'insufficient_stock', 'cannot_reverse_reversal'],
      forbidden: ['reversal_window_passed'],
    },
  },
  (ports: InventoryPorts) =>
    async (actor, { groupId, ...explanation }: ReverseGroupInput): Promise<Recorded> => {
      const find = async () => {
        const operations = (await ports.ledger.findGroup(groupId)).filter((operation) => operation.type !== 'reversal');
        if (operations.length === 0) throw noSuchOperation();
        return operations.toReversed();
      };
      const newGroup = ports.ids.next();
      return atMostOnce(ports, actor, () => reverse(ports, actor, { find, explanation, groupId: newGroup }));
    },
);

async function reverse(
  ports: InventoryPorts,
  actor: Actor,
  source: { find(): Promise<readonly Operation[]>; readonly explanation: Explanation; readonly groupId: string | null },
): Promise<readonly Operation[]> {
  const { ends, book } = await holdAgain(ports, await source.find());
  // Read again under the lock: a concurrent transaction may have reversed them meanwhile.
  const operations = await source.find();
  for (const operation of operations) demandReversible(ports, actor, operation);
  const drafts = operations.map((operation, index) => {
    const accounts = ends[index];
    if (!accounts) throw new RangeError('Fewer places were held than asked for.');
    const movement = applyReversal(book, operation, accounts);
    const { groupId, explanation } = source;
    const reversal = { operation, ends: accounts, movement, groupId, source: sourceOf(actor), ...explanation };
    return reversalDraftOf(ports, actor, reversal);
  });
  const recorded = await ports.ledger.append(drafts, actor.once);
  for (const [index, operation] of recorded.entries()) {
    const from = ends[index]?.from;
    if (from) announce(ports, operation, from);
  }
  return recorded;
}

function demandReversible({ clock }: InventoryPorts, actor: Actor, operation: Operation): void {
  if (!actor.capabilities.has('manage_inventory')) {
    if (operation.userId !== userIdOf(actor)) demandCapability(actor, 'manage_inventory');
    if (clock.now().getTime() - operation.recordedAt.getTime() > REVERSAL_WINDOW) throw reversalWindowPassed();
  }
  if (operation.type === 'reversal') throw cannotReverseReversal();
  if (operation.reversedById !== null) throw alreadyReversed();
}
