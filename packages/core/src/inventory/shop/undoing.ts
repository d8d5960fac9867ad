import type { Refund } from '../../orders/index.ts';
import type { Operation, Reference } from '../operation.ts';
import type { OperationLedger } from '../ports.ts';
import type { OrderPlan } from './line-plan.ts';

/** What was recorded for the lines and refunds that plans take back, and is not taken back yet. */
export async function operationsOf(
  ledger: OperationLedger,
  plans: readonly OrderPlan[],
): Promise<readonly Operation[]> {
  const references = plans.flatMap(({ orderId, change, lines }) => {
    const isUndone = lines.some((line) => line.isUndone);
    const refunds = (isUndone ? change.before?.refunds : change.goneRefunds) ?? [];
    const ofRefunds = refunds.map(({ id }) => ({ type: 'refund', id: String(id) }));
    return isUndone ? [{ type: 'order', id: String(orderId) }, ...ofRefunds] : ofRefunds;
  });
  if (references.length === 0) return [];
  const found = await ledger.findByReferences(references);
  return found.filter(
    ({ type, reversedById, source }) => type !== 'reversal' && reversedById === null && source === 'shop_order',
  );
}

/** The operations that an order's change takes back: issues of its lines, and what refunds put back of those. */
export function undoneBy(plan: OrderPlan, operations: readonly Operation[]): readonly Operation[] {
  const gone = new Set(plan.change.goneRefunds?.map(({ id }) => `refund ${id}`));
  const refunds = plan.change.before?.refunds ?? [];
  const lines = new Set(plan.lines.filter(({ isUndone }) => isUndone).map(({ lineId }) => lineId));
  return operations.filter(({ reference }) => {
    if (reference === null) return false;
    if (gone.has(`${reference.type} ${reference.id}`)) return true;
    const lineId = lineOf(reference, plan.orderId, refunds);
    // What a refund put back without naming a line goes with the order as a whole.
    return lineId === null
      ? plan.lines.every(({ isUndone, stock }) => isUndone || stock.round === 0)
      : lines.has(lineId ?? -1);
  });
}

/** The line of the order that a reference means: null where it names none, undefined where it is of something else. */
function lineOf({ type, id, line }: Reference, orderId: number, refunds: readonly Refund[]): number | null | undefined {
  const first = Number((line ?? '').split('#')[0]);
  if (type === 'order') return id === String(orderId) ? first : undefined;
  const refund = refunds.find((each) => String(each.id) === id);
  if (!refund) return undefined;
  return refund.lines.length === 0 ? first : (refund.lines.find((each) => each.id === first)?.refundedLineId ?? null);
}
