import type { Actor } from '../kernel/actor.ts';
import { openRefusals, type Refusals } from '../kernel/refusals.ts';
import { type Ends, enterLine, type Recording } from './enter-line.ts';
import { contradiction, itemNotFound, locationNotFound } from './errors.ts';
import type { Operation, OperationRequest } from './operation.ts';
import type { CostChange, InventoryPorts } from './ports.ts';
import { type MissingPlace, misnamed, type StockAccount, type StockPlace } from './stock-account.ts';
import { demandWellFormed, openBook, type StockBook } from './stock-book.ts';

/**
 * Records lines inside the surrounding unit of work: each line sees the effects of earlier ones; all are recorded or
 * none.
 */
export async function record(ports: InventoryPorts, actor: Actor, recording: Recording): Promise<readonly Operation[]> {
  const { requests, member, unread } = recording;
  const refusals = openRefusals(member);
  const line = <T>(index: number, work: () => T) => refusals.line(unread?.places[index] ?? index, work);
  refusals.add(unread?.refusals ?? []);
  for (const [index, request] of requests.entries()) line(index, () => demandWellFormed(request));

  const ends = await holdEnds(ports, requests, line);
  refusals.demandNone();
  const book = openBook(ends.flatMap((each) => (each?.to ? [each.from, each.to] : each ? [each.from] : [])));
  const costs = new Map<number, CostChange>();
  // The balance of an item is unknown after a refused line: later lines of that item are skipped.
  const unknown = new Set<number>();
  const drafts = requests.flatMap((request, index) => {
    const own = ends[index] as Ends;
    if (unknown.has(own.from.itemId)) return [];
    const draft = line(index, () => enterLine({ ports, actor, book, costs }, { request, ends: own, recording }));
    if (!draft) unknown.add(own.from.itemId);
    return draft ?? [];
  });
  refusals.demandNone();
  const append = () => ports.ledger.append(drafts, actor.once, [...costs.values()]);
  const closes = recording.isLast && !ports.events.areStored(recordedEvents);
  const operations = await (closes ? ports.unitOfWork.closing(append) : append());
  for (const [index, operation] of operations.entries()) announce(ports, operation, (ends[index] as Ends).from);
  return operations;
}

const recordedEvents = ['operation.recorded', 'stock.changed', 'stock.low', 'stock.negative'] as const;

/**
 * Publishes the events of a recorded operation: `stock.low` when it takes the stock down to the reorder level,
 * `stock.negative` when it leaves a balance below zero.
 */
export function announce({ events }: InventoryPorts, operation: Operation, { reorderLevel }: StockAccount): void {
  events.publish({ type: 'operation.recorded', operation });
  events.publish({ type: 'stock.changed', itemId: operation.itemId });
  const after = operation.itemBalanceAfter;
  const before = operation.toLocationId === null ? after - operation.delta : after;
  if (reorderLevel !== null && before > reorderLevel && after <= reorderLevel)
    events.publish({ type: 'stock.low', operation });
  if (operation.balanceAfter < 0) events.publish({ type: 'stock.negative', operation });
}

async function holdEnds(
  { ledger }: InventoryPorts,
  requests: readonly OperationRequest[],
  line: Refusals['line'],
): Promise<readonly (Ends | undefined)[]> {
  const held = await ledger.hold(requests.flatMap(placesIn));
  let next = 0;
  return requests.map((request, index) => {
    const one = held[next++];
    const other = request.toLocation ? held[next++] : undefined;
    return line(index, () => ({
      from: demandPlace(one, request, 'location'),
      to: request.toLocation ? demandPlace(other, request, 'toLocation') : undefined,
    }));
  });
}

/** Places affected by a line: one, or two for a transfer. */
export const placesIn = ({ item, location, toLocation }: OperationRequest): readonly StockPlace[] => [
  { item, location },
  ...(toLocation ? [{ item, location: toLocation }] : []),
];

/**
 * Returns a locked account, or refuses the line with the error of the given field.
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

/** Locks the accounts of recorded operations. */
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
