import { type Actor, userIdOf } from '../kernel/actor.ts';
import { placed } from '../kernel/errors.ts';
import { costAfterReceipt } from './cost.ts';
import { contradiction, itemNotFound, locationNotFound } from './errors.ts';
import type { Operation, OperationDraft, OperationRequest, OperationSource } from './operation.ts';
import type { CostChange, InventoryPorts } from './ports.ts';
import { type MissingPlace, misnamed, type StockAccount, type StockPlace } from './stock-account.ts';
import { applyRequest, demandWellFormed, type Movement, openBook, type StockBook } from './stock-book.ts';

/** Lines to be recorded together. */
export interface Recording {
  readonly requests: readonly OperationRequest[];
  readonly groupId: string | null;
  readonly source?: OperationSource;
  /** Where the lines stand in the input, for errors; undefined when there is only one. */
  readonly member?: string;
}

/** Both ends of a line. */
export interface Ends {
  readonly from: StockAccount;
  readonly to: StockAccount | undefined;
}

/** Records lines inside the surrounding unit of work: each sees what the earlier ones did, and all are recorded or none. */
export async function record(ports: InventoryPorts, actor: Actor, recording: Recording): Promise<readonly Operation[]> {
  const { requests, member } = recording;
  for (const [index, request] of requests.entries()) placed(member, index, () => demandWellFormed(request));

  const ends = await holdEnds(ports, requests, member);
  const book = openBook(ends.flatMap(({ from, to }) => (to ? [from, to] : [from])));
  const costs = new Map<number, CostChange>();
  const drafts = requests.map((request, index) =>
    placed(member, index, () => {
      const accounts = ends[index] as Ends;
      const before = book.quantityOf(accounts.from);
      const movement = applyRequest(book, request, accounts);
      const cost = costChange(ports, { request, account: accounts.from, before, known: costs });
      if (cost) costs.set(cost.itemId, cost);
      return draftOf(ports, actor, { request, ends: accounts, movement, recording });
    }),
  );
  const operations = await ports.ledger.append(drafts, actor.once, [...costs.values()]);
  for (const [index, operation] of operations.entries()) announce(ports, operation, (ends[index] as Ends).from);
  return operations;
}

/** Tells listeners that an operation was recorded, and whether it brought the stock below zero or down to the reorder level. */
export function announce({ events }: InventoryPorts, operation: Operation, { reorderLevel }: StockAccount): void {
  events.publish({ type: 'operation.recorded', operation });
  const after = operation.itemBalanceAfter;
  const before = operation.toLocationId === null ? after - operation.delta : after;
  if (reorderLevel !== null && before > reorderLevel && after <= reorderLevel)
    events.publish({ type: 'stock.low', operation });
  if (operation.balanceAfter < 0) events.publish({ type: 'stock.negative', operation });
}

/** The way an actor's operations came in. */
export const sourceOf = (actor: Actor): OperationSource => {
  if (actor.via === 'bearer') return 'api';
  return actor.via === 'command_line' ? 'cli' : 'embedded';
};

async function holdEnds(
  { ledger }: InventoryPorts,
  requests: readonly OperationRequest[],
  member: string | undefined,
): Promise<readonly Ends[]> {
  const places = requests.flatMap(({ item, location, toLocation }): StockPlace[] =>
    toLocation
      ? [
          { item, location },
          { item, location: toLocation },
        ]
      : [{ item, location }],
  );
  const held = await ledger.hold(places);
  let next = 0;
  return requests.map((request, index) =>
    placed(member, index, () => {
      const from = demandPlace(held[next++], request, 'location');
      const to = request.toLocation ? demandPlace(held[next++], request, 'toLocation') : undefined;
      return { from, to };
    }),
  );
}

/**
 * The account of an end of a line.
 * @throws DomainError `item_not_found`, `location_not_found`, `contradiction`
 */
export function demandPlace(
  account: StockAccount | MissingPlace | undefined,
  request: OperationRequest,
  field: 'location' | 'toLocation',
): StockAccount {
  if (!account || 'missing' in account) {
    throw account?.missing === 'location'
      ? locationNotFound(field)
      : itemNotFound('id' in request.item ? 'itemId' : 'sku');
  }
  const wrong = misnamed(account, { item: request.item, location: request[field] });
  if (wrong === 'item') throw contradiction('sku', 'item_id');
  if (wrong === 'location') throw contradiction(field, `${field === 'location' ? 'location' : 'to_location'}_id`);
  return account;
}

/** What a line does to the cost of its item, after what earlier lines did to it. */
export function costChange(
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
  { clock }: InventoryPorts,
  actor: Actor,
  line: {
    readonly request: OperationRequest;
    readonly ends: Ends;
    readonly movement: Movement;
    readonly recording: Recording;
  },
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

/** Both ends of operations that are already in the ledger, held again. */
export async function holdAgain(
  { ledger }: InventoryPorts,
  operations: readonly Operation[],
): Promise<{ readonly ends: readonly Ends[]; readonly book: StockBook }> {
  const at = (itemId: number, locationId: number): StockPlace => ({
    item: { id: itemId },
    location: { id: locationId },
  });
  const places = operations.flatMap(({ itemId, locationId, toLocationId }) =>
    toLocationId === null ? [at(itemId, locationId)] : [at(itemId, locationId), at(itemId, toLocationId)],
  );
  const held = (await ledger.hold(places)) as readonly StockAccount[];
  let next = 0;
  const ends = operations.map(({ toLocationId }) => ({
    from: held[next++] as StockAccount,
    to: toLocationId === null ? undefined : held[next++],
  }));
  return { ends, book: openBook(held) };
}
