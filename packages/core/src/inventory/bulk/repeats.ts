import { type Actor, userIdOf } from '../../kernel/actor.ts';
import { canonical } from '../../kernel/change.ts';
import { idempotencyKeyReused } from '../../kernel/idempotency.ts';
import { faultsOf } from '../../kernel/rows.ts';
import { duplicateReference } from '../errors.ts';
import type { Operation, OperationRequest } from '../operation.ts';
import type { InventoryPorts } from '../ports.ts';
import { chunksOf, type Gathered, type Placed } from './gather.ts';
import { onField } from './item-line.ts';
import { KEYED_ROUTE, type KeyedRequest } from './record-each.ts';
import type { Tally } from './report.ts';

/** So many keys are looked up together. */
const LOOKUP = 5_000;

/** Lines that were read, and where it is counted what becomes of them. */
export interface Sorting {
  readonly gathered: Gathered<KeyedRequest>;
  readonly tally: Tally;
}

/** The lines that were not recorded before under their keys; a key that was used for something else is a fault. */
export async function withoutRepeats(
  { imports }: InventoryPorts,
  actor: Actor,
  { gathered: { lines }, tally }: Sorting,
): Promise<readonly Placed<KeyedRequest>[]> {
  const recorded = new Map<string, Operation>();
  const keys = [...new Set(lines.flatMap(({ line }) => line.key ?? []))];
  for (const chunk of chunksOf(keys, LOOKUP))
    for (const operation of await imports.recordedUnder(userIdOf(actor), KEYED_ROUTE, chunk))
      recorded.set(operation.idempotencyKey ?? '', operation);
  const seen = new Map<string, string>();
  return lines.filter(({ row, line: { key, request } }) => {
    if (key === undefined) return true;
    const [earlier, text, before] = [recorded.get(key), canonical(request), seen.get(key)];
    seen.set(key, before ?? text);
    if (earlier === undefined && before === undefined) return true;
    const isSame = earlier ? says(earlier, request) : before === text;
    if (isSame) tally.count('unchanged');
    else tally.fail(row, faultsOf(onField('idempotencyKey', idempotencyKeyReused())));
    return false;
  });
}

/** Whether an entry says what is asked for, as far as it is asked for. */
function says(operation: Operation, request: OperationRequest): boolean {
  const { type, quantity, item, location, toLocation } = request;
  const isItem = 'id' in item ? operation.itemId === item.id : operation.sku.toLowerCase() === item.sku.toLowerCase();
  const isAt = (ref: typeof location, id: number | null, code: string | null) =>
    ref === undefined || ('id' in ref ? ref.id === id : ref.code.toLowerCase() === code?.toLowerCase());
  return (
    operation.type === type &&
    operation.quantity === quantity &&
    isItem &&
    isAt(location, operation.locationId, operation.location) &&
    isAt(toLocation, operation.toLocationId, operation.toLocation) &&
    remarks.every((member) => request[member] === undefined || isEqual(request[member], operation[member]))
  );
}

/** What is told of a movement beside what moved, when somebody tells it. */
const remarks = ['unitCost', 'reason', 'note', 'reference', 'uniqueReference', 'occurredAt'] as const;

const isEqual = (one: unknown, other: unknown): boolean => canonical([one]) === canonical([other]);

/** What earlier lines have claimed, and where it is counted what becomes of lines. */
export interface Only {
  /** References that earlier rows have for themselves. */
  readonly only: Set<string>;
  readonly tally: Tally;
}

/** The lines without those that want a reference for themselves which another entry has. */
export async function withoutTaken(
  { imports }: InventoryPorts,
  lines: readonly Placed<KeyedRequest>[],
  { only, tally }: Only,
): Promise<readonly Placed<KeyedRequest>[]> {
  const claims = lines.map(({ line: { request } }) =>
    request.uniqueReference && request.reference ? { type: request.type, reference: request.reference } : undefined,
  );
  const wanted = claims.filter((claim) => claim !== undefined);
  if (wanted.length === 0) return lines;
  const taken = (await imports.areTaken(wanted)).values();
  return lines.filter(({ row }, index) => {
    const claim = claims[index];
    if (claim === undefined) return true;
    const name = canonical([claim.type, claim.reference.type, claim.reference.id, claim.reference.line ?? '']);
    const isTaken = taken.next().value === true || only.has(name);
    only.add(name);
    if (isTaken) tally.fail(row, faultsOf(onField('reference', duplicateReference())));
    return !isTaken;
  });
}
