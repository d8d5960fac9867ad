import { DomainError } from '../../kernel/errors.ts';
import type { FactImportPorts, FailedOrder } from '../import-ports.ts';
import { idsOf, rowsOf } from '../recompute.ts';

/** Checks, inside the writing unit of work, that the job has not been cancelled. */
export type IsStillRunning = () => Promise<boolean>;

/** The job has been cancelled. */
class JobCancelled extends Error {}

/** Maximum characters of a stored error message. */
const LONGEST = 300;

/**
 * Recomputes and stores the facts of orders and their refunds; correct facts are not rewritten. Returns the orders that
 * failed: these are unchanged, all others are correct.
 * @throws DomainError if the database fails rather than a single order
 */
export async function makeFacts(
  ports: FactImportPorts,
  orderIds: readonly number[],
  isRunning: IsStillRunning,
): Promise<readonly FailedOrder[]> {
  if (orderIds.length === 0) return [];
  try {
    await ports.unitOfWork.run(() => makeHeld(ports, orderIds, isRunning));
    return [];
  } catch (error) {
    if (error instanceof DomainError || error instanceof JobCancelled) throw error;
    const [only, ...others] = orderIds;
    if (only !== undefined && others.length === 0) return [failed(ports, only, error)];
    // At least one order is broken: bisects the batch to isolate it.
    const middle = Math.ceil(orderIds.length / 2);
    const first = await makeFacts(ports, orderIds.slice(0, middle), isRunning);
    return [...first, ...(await makeFacts(ports, orderIds.slice(middle), isRunning))];
  }
}

function failed({ log, clock }: FactImportPorts, orderId: number, error: unknown): FailedOrder {
  log.error('facts of an order not made', error, { order: orderId });
  const text = error instanceof Error ? error.message : String(error);
  return { orderId, error: text.replaceAll('\0', '').slice(0, LONGEST), failedAt: clock.now(), retriedBy: null };
}

async function makeHeld(ports: FactImportPorts, orderIds: readonly number[], isRunning: IsStillRunning): Promise<void> {
  const { facts } = ports;
  const held = await ports.orders.hold(orderIds);
  if (!(await isRunning())) throw new JobCancelled('The work was cancelled.');
  const ids = idsOf(held);
  // Includes the previous customers of the facts.
  const stored = await facts.customersOf(ids);
  const customerIds = [...new Set([...stored, ...held.flatMap(({ order }) => order.customerId ?? [])])].sort(
    (a, b) => a - b,
  );
  await facts.holdCustomers(customerIds);
  const rows = await rowsOf(ports, held);
  // Without stored facts, every row is missing and comparison is unnecessary.
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

/** Recomputes facts, stores the failed orders and clears previous failures. Returns the ids of failed orders. */
export async function makeAndRemember(
  ports: FactImportPorts,
  orderIds: readonly number[],
  isRunning: IsStillRunning,
): Promise<ReadonlySet<number>> {
  const { importLog, unitOfWork } = ports;
  const failures = await makeFacts(ports, orderIds, isRunning);
  const failedIds = new Set(failures.map(({ orderId }) => orderId));
  await unitOfWork.run(async () => {
    if (failures.length > 0) await importLog.keepFailed(failures);
    await importLog.forgetFailed(orderIds.filter((id) => !failedIds.has(id)));
  });
  return failedIds;
}
