import { DomainError } from '../../kernel/errors.ts';
import type { FactImportPorts, FailedOrder } from '../import-ports.ts';
import { idsOf, rowsOf } from '../recompute.ts';

/** Says, inside the unit of work that is to write, whether whoever asked for it still wants it. */
export type StillWanted = () => Promise<boolean>;

/** Whoever asked for the work does not want it any more. */
class Unwanted extends Error {}

/** The longest sentence about a failure that is kept. */
const LONGEST = 300;

/**
 * Makes the facts of orders, and of their refunds, what their records say; what is right already is not touched. Gives the
 * orders that could not be done: they stay as they were, and all others are right.
 * @throws DomainError where the database failed, and no order
 */
export async function makeFacts(
  ports: FactImportPorts,
  orderIds: readonly number[],
  isWanted: StillWanted,
): Promise<readonly FailedOrder[]> {
  if (orderIds.length === 0) return [];
  try {
    await ports.unitOfWork.run(() => makeHeld(ports, orderIds, isWanted));
    return [];
  } catch (error) {
    if (error instanceof DomainError || error instanceof Unwanted) throw error;
    const [only, ...others] = orderIds;
    if (only !== undefined && others.length === 0) return [failed(ports, only, error)];
    // One of them is broken: each half is done by itself, down to the one.
    const middle = Math.ceil(orderIds.length / 2);
    const first = await makeFacts(ports, orderIds.slice(0, middle), isWanted);
    return [...first, ...(await makeFacts(ports, orderIds.slice(middle), isWanted))];
  }
}

function failed({ log, clock }: FactImportPorts, orderId: number, error: unknown): FailedOrder {
  log.error('facts of an order not made', error, { order: orderId });
  const text = error instanceof Error ? error.message : String(error);
  return { orderId, error: text.replaceAll('\0', '').slice(0, LONGEST), failedAt: clock.now(), retriedBy: null };
}

async function makeHeld(ports: FactImportPorts, orderIds: readonly number[], isWanted: StillWanted): Promise<void> {
  const { facts } = ports;
  const held = await ports.orders.hold(orderIds);
  if (!(await isWanted())) throw new Unwanted('The work was cancelled.');
  const ids = idsOf(held);
  // Also those to whom the facts belonged until now.
  const stored = await facts.customersOf(ids);
  const customerIds = [...new Set([...stored, ...held.flatMap(({ order }) => order.customerId ?? [])])].sort(
    (a, b) => a - b,
  );
  await facts.holdCustomers(customerIds);
  const rows = await rowsOf(ports, held);
  // Where there is nothing yet, there is nothing to be compared: all that is to be there is missing.
  const missing = rows.map(({ order }) => order.orderId);
  const suspects = new Set(stored.length === 0 ? missing : await facts.suspects(ids, rows));
  const wrong = held.filter((each) => idsOf([each]).some((id) => suspects.has(id)));
  if (wrong.length === 0) return;
  const wrongIds = new Set(idsOf(wrong));
  await facts.write({
    orderIds: [...wrongIds],
    rows: rows.filter(({ order }) => wrongIds.has(order.orderId)),
    customerIds,
  });
}

/** Makes facts, and remembers which orders failed and which no longer do. */
export async function makeAndRemember(
  ports: FactImportPorts,
  orderIds: readonly number[],
  isWanted: StillWanted,
): Promise<ReadonlySet<number>> {
  const { importLog, unitOfWork } = ports;
  const failures = await makeFacts(ports, orderIds, isWanted);
  const failedIds = new Set(failures.map(({ orderId }) => orderId));
  await unitOfWork.run(async () => {
    if (failures.length > 0) await importLog.keepFailed(failures);
    await importLog.forgetFailed(orderIds.filter((id) => !failedIds.has(id)));
  });
  return failedIds;
}
