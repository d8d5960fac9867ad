import { type Actor, userIdOf } from '../kernel/actor.ts';
import type { UnreadLines } from '../kernel/refusals.ts';
import { costAfterReceipt } from './cost.ts';
import type { OperationDraft, OperationRequest, OperationSource } from './operation.ts';
import type { CostChange, InventoryPorts } from './ports.ts';
import type { StockAccount } from './stock-account.ts';
import { applyRequest, type Movement, type StockBook } from './stock-book.ts';

/** Lines to be recorded in one unit of work. */
export interface Recording {
  readonly requests: readonly OperationRequest[];
  readonly groupId: string | null;
  readonly source?: OperationSource;
  /** Input member that holds the lines, for error paths; undefined for a single line. */
  readonly member?: string;
  readonly unread?: UnreadLines;
  /** Whether the unit of work ends with it. */
  readonly isLast?: boolean;
}

/** Accounts of a line: source, and for a transfer the destination. */
export interface Ends {
  readonly from: StockAccount;
  readonly to: StockAccount | undefined;
}

/** State shared by the lines of one recording. */
export interface Bookkeeping {
  readonly ports: InventoryPorts;
  readonly actor: Actor;
  readonly book: StockBook;
  /** Cost changes of the lines so far, by item. */
  readonly costs: Map<number, CostChange>;
}

export interface EntryLine {
  readonly request: OperationRequest;
  readonly ends: Ends;
  readonly recording: Recording;
}

/** Applies a line to the book and returns its ledger entry; throws if the book refuses the movement. */
export function enterLine({ ports, actor, book, costs }: Bookkeeping, line: EntryLine): OperationDraft {
  const { request, ends } = line;
  const before = book.quantityOf(ends.from);
  const movement = applyRequest(book, request, ends);
  const cost = costChange(ports, { request, account: ends.from, before, known: costs });
  if (cost) costs.set(cost.itemId, cost);
  return draftOf(ports, actor, { ...line, movement });
}

/** Source of the operations of an actor, by its kind of credential. */
export const sourceOf = (actor: Actor): OperationSource => {
  if (actor.via === 'bearer') return 'api';
  return actor.via === 'command_line' ? 'cli' : 'embedded';
};

/** Cost of the item after this line; takes the changes of earlier lines into account. */
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

/** Builds the ledger entry of a request, its effect and its author. */
export function draftOf(
  { clock }: Pick<InventoryPorts, 'clock'>,
  actor: Actor,
  line: EntryLine & { readonly movement: Movement },
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

/** Members of a ledger entry that identify item and locations. */
export const placesOf = ({ from, to }: Ends) => ({
  itemId: from.itemId,
  sku: from.sku,
  itemName: from.itemName,
  locationId: from.locationId,
  location: from.location,
  toLocationId: to?.locationId ?? null,
  toLocation: to?.location ?? null,
});
