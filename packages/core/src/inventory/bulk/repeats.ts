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
import type { ImportReportBuilder } from './report.ts';

/** Idempotency keys looked up per query. */
const LOOKUP = 5_000;

/** Lines of an import and the counter of their outcomes. */
export interface KeyedLines {
  readonly gathered: Gathered<KeyedRequest>;
  readonly reportBuilder: ImportReportBuilder;
}

/**
 * Removes lines whose idempotency key was used by a recorded entry or an earlier row; if it was used for a different
 * operation, the line is a fault.
 */
export async function withoutRepeats(
  { imports }: InventoryPorts,
  actor: Actor,
  { gathered: { lines }, reportBuilder }: KeyedLines,
): Promise<readonly Placed<KeyedRequest>[]> {
  const recorded = new Map<string, Operation>();
  const keys = [...new Set(lines.flatMap(({ line }) => line.key ?? []))];
  for (const chunk of chunksOf(keys, LOOKUP))
    for (const operation of await imports.recordedUnder(userIdOf(actor), KEYED_ROUTE, chunk))
      recorded.set(operation.idempotencyKey ?? '', operation);
  const seen = new Map<string, string>();
  return lines.filter(({ row, line: { key, request } }) => {
    if (key === undefined) return true;
    const earlier = recorded.get(key);
    const text = canonical(request);
    const before = seen.get(key);
    seen.set(key, before ?? text);
    if (earlier === undefined && before === undefined) return true;
    const isSame = earlier ? matches(earlier, request) : before === text;
    if (isSame) reportBuilder.count('unchanged');
    else reportBuilder.fail(row, faultsOf(onField('idempotencyKey', idempotencyKeyReused())));
    return false;
  });
}

/** Whether an entry matches the given members of a request. */
function matches(operation: Operation, request: OperationRequest): boolean {
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

/** Optional members of an operation, compared only if given. */
const remarks = ['unitCost', 'reason', 'note', 'reference', 'uniqueReference', 'occurredAt'] as const;

const isEqual = (one: unknown, other: unknown): boolean => canonical([one]) === canonical([other]);

/** Unique references claimed by earlier lines, and the counter of outcomes. */
export interface ReferenceClaims {
  /** Unique references claimed by earlier rows. */
  readonly claimed: Set<string>;
  readonly reportBuilder: ImportReportBuilder;
}

/** Removes lines whose unique reference is already taken; each of them is a fault. */
export async function withoutTaken(
  { imports }: InventoryPorts,
  lines: readonly Placed<KeyedRequest>[],
  { claimed, reportBuilder }: ReferenceClaims,
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
    const isTaken = taken.next().value === true || claimed.has(name);
    claimed.add(name);
    if (isTaken) reportBuilder.fail(row, faultsOf(onField('reference', duplicateReference())));
    return !isTaken;
  });
}
