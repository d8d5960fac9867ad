import { type Actor, userIdOf } from '../kernel/actor.ts';
import type { UnreadLines } from '../kernel/refusals.ts';
import { costAfterReceipt } from './cost.ts';
import type { OperationDraft, OperationRequest, OperationSource } from './operation.ts';
import type { CostChange, InventoryPorts } from './ports.ts';
import type { StockAccount } from './stock-account.ts';
import { applyRequest, type Movement, type StockBook } from './stock-book.ts';

/** Lines to be recorded together. */
export interface Recording {
  readonly requests: readonly OperationRequest[];
  readonly groupId: string | null;
  readonly source?: OperationSource;
  /** Where the lines stand in the input, for errors; undefined when there is only one. */
  readonly member?: string;
  readonly unread?: UnreadLines;
}

/** Both ends of a line. */
export interface Ends {
  readonly from: StockAccount;
  readonly to: StockAccount | undefined;
}

/** What lines are entered into one after another, in one name. */
export interface Bookkeeping {
  readonly ports: InventoryPorts;
  readonly actor: Actor;
  readonly book: StockBook;
  /** What the lines so far have done to the costs of their items. */
  readonly costs: Map<number, CostChange>;
}

/** A line, both its ends, and the recording it belongs to. */
export interface Line {
  readonly request: OperationRequest;
  readonly ends: Ends;
  readonly recording: Recording;
}

/** Does a line to the book after what earlier lines did, and gives its entry as it goes to the ledger. */
export function enter({ ports, actor, book, costs }: Bookkeeping, line: Line): OperationDraft {
  const { request, ends } = line;
  const before = book.quantityOf(ends.from);
  const movement = applyRequest(book, request, ends);
  const cost = costChange(ports, { request, account: ends.from, before, known: costs });
  if (cost) costs.set(cost.itemId, cost);
  return draftOf(ports, actor, { ...line, movement });
}

/** The way an actor's operations came in. */
export const sourceOf = (actor: Actor): OperationSource => {
  if (actor.via === 'bearer') return 'api';
  return actor.via === 'command_line' ? 'cli' : 'embedded';
};

/** What a line does to the cost of its item, after what earlier lines did to it. */
function costChange(
  { settings }: InventoryPorts,
  line: {
    readonly request: OperationRequest;
    readonly account: StockAccount;
    readonly before: number;
    readonly known: ReadonlyMap<number, CostChange>;
  },
): CostChange | undefined {
  const { request, account, before, known } = line;
  if (request.unitCost == null) return undefined;
  const cost = known.get(account.itemId)?.cost ?? account.cost;
  const receipt = { quantity: request.quantity, unitCost: request.unitCost };
  const after = costAfterReceipt(settings.costMethod, { quantity: before, cost }, receipt);
  return after === cost ? undefined : { itemId: account.itemId, cost: after };
}

/** An entry as it goes to the ledger: what was asked, what it does, and in whose name. */
export function draftOf(
  { clock }: Pick<InventoryPorts, 'clock'>,
  actor: Actor,
  line: Line & { readonly movement: Movement },
): OperationDraft {
  const { request, ends, movement, recording } = line;
  const now = clock.now();
  return {
    ...movement,
    ...placesOf(ends),
    type: request.type,
    quantity: request.quantity,
    userId: userIdOf(actor),
    username: actor.username ?? '',
    unitCost: request.unitCost ?? null,
    reason: request.reason ?? null,
    note: request.note ?? null,
    reference: request.reference ?? null,
    uniqueReference: request.uniqueReference ?? false,
    occurredAt: request.occurredAt ?? now,
    recordedAt: now,
    reversesId: null,
    groupId: recording.groupId,
    source: recording.source ?? sourceOf(actor),
    idempotencyKey: actor.once?.key ?? null,
  };
}

/** The members of an entry that say what and where. */
export const placesOf = ({ from, to }: Ends) => ({
  itemId: from.itemId,
  sku: from.sku,
  itemName: from.itemName,
  locationId: from.locationId,
  location: from.location,
  toLocationId: to?.locationId ?? null,
  toLocation: to?.location ?? null,
});
