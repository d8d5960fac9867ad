import type { ProductLink, StoredOrder } from '../../commerce/index.ts';
import { UNIT } from '../../kernel/numbers/decimal.ts';
import type { Operation, Reference } from '../operation.ts';
import type { OperationLedger } from '../ports.ts';
import { impliedStockOf, type LinePlan, type OrderPlan } from './line-plan.ts';
import { lineGivenBack, piecesOf, type Restock, refundChangesOf } from './restock.ts';

/** An operation recorded for an order, and its order line; null if it cannot be determined. */
interface RecordedLine {
  readonly operation: Operation;
  readonly reference: Reference;
  readonly lineId: number | null;
}

/** Plan of a line, reconciled with the recorded operations. */
export interface ReconciledLine extends LinePlan {
  /** Whether a user reversed the issue of the line. */
  readonly isByHand?: true;
  /** Number of times the line was issued. */
  readonly rounds: number;
  /** The item to use when the line is issued again. */
  readonly link?: Pick<ProductLink, 'itemId' | 'unitsPerSale'>;
}

/** A restock with the reference under which it is recorded. */
export interface ReconciledRestock extends Restock {
  readonly reference: Reference;
}

/** Plan of an order, reconciled with the recorded operations. */
export interface ReconciledOrder {
  readonly orderId: number;
  readonly lines: readonly ReconciledLine[];
  readonly restocks: readonly ReconciledRestock[];
  /** Operations to reverse. */
  readonly undone: readonly Operation[];
}

/** Operations recorded under the references of these plans; new orders are looked up only if they issue stock. */
export async function operationsOf(
  ledger: OperationLedger,
  plans: readonly OrderPlan[],
  issues: (line: LinePlan) => boolean,
): Promise<readonly Operation[]> {
  const references = plans
    .filter((plan) => plan.needsReconciling || (!plan.change.before && plan.lines.some(issues)))
    .flatMap(({ orderId, change: { before, refunds } }) => {
      const ids = new Set([...(before?.refunds ?? []), ...refunds].map(({ id }) => id));
      return [{ type: 'order', id: String(orderId) }, ...[...ids].map((id) => ({ type: 'refund', id: String(id) }))];
    });
  return references.length > 0 ? ledger.findByReferences(references) : [];
}

/**
 * Reconciles the plan of an order with its recorded operations, so that the issued quantity of each line matches the
 * order whatever was refunded, reversed and issued again before.
 */
export function reconcile(plan: OrderPlan, operations: readonly Operation[]): ReconciledOrder {
  const recorded = recordedFor(plan, operations);
  const open = recorded.filter(({ operation }) => isOpen(operation));
  const gone = new Set(refundChangesOf(plan.change).gone.map(({ id }) => `refund ${id}`));
  const staying = open.filter(({ reference }) => !gone.has(`${reference.type} ${reference.id}`));
  const lines = plan.lines.map((line) => reconcileLine(plan, line, { recorded, staying }));
  const changed = new Set(
    lines.filter(({ isUndone, action }) => isUndone || action === 'issue').map(({ lineId }) => lineId),
  );
  const loose = hasLoose(plan) ? plan.loose : [];
  const isKept = ({ lineId, reference }: RecordedLine) =>
    lineId === null ? loose.some((restock) => isNameOf(reference, restock)) : !changed.has(lineId);
  const kept = plan.change.order ? staying.filter(isKept) : [];
  const restocks = [
    ...plan.restocks.filter((restock) => isPutBack(plan, lines, restock)),
    ...loose.filter((restock) => !kept.some(({ reference }) => isNameOf(reference, restock))),
  ];
  return {
    orderId: plan.orderId,
    lines,
    restocks: restocks.map((restock) => ({ ...restock, reference: referenceFor(restock, recorded) })),
    undone: open.filter((each) => !kept.includes(each)).map(({ operation }) => operation),
  };
}

function recordedFor(plan: OrderPlan, operations: readonly Operation[]): readonly RecordedLine[] {
  const { before, refunds } = plan.change;
  const ids = new Set([...(before?.refunds ?? []), ...refunds].map(({ id }) => String(id)));
  return operations.flatMap((operation) => {
    const { reference, type } = operation;
    if (reference === null || type === 'reversal') return [];
    const isOfOrder = reference.type === 'order' && reference.id === String(plan.orderId);
    if (!isOfOrder && !(reference.type === 'refund' && ids.has(reference.id))) return [];
    return [{ operation, reference, lineId: isOfOrder ? numberOf(reference) : lineOfRefund(before, reference) }];
  });
}

const isOpen = ({ reversedById, source }: Operation): boolean => reversedById === null && source === 'shop_order';

/** Order line of a reference: for an order, `3#2` is the second round of line 3. */
const numberOf = ({ line }: Reference): number => Number((line ?? '').split('#')[0]);
const roundOf = ({ line }: Reference): number => Number((line ?? '').split('#')[1] ?? 1);

function lineOfRefund(before: StoredOrder | undefined, reference: Reference): number | null {
  const refund = before?.refunds.find(({ id }) => String(id) === reference.id);
  if (!before || !refund) return null;
  const first = numberOf(reference);
  if (refund.lines.length === 0) return first;
  const line = refund.lines.find(({ id }) => id === first);
  return (line && lineGivenBack(before.order, line)) ?? null;
}

const isNameOf = (reference: Reference, { refundId, refundLine }: Restock): boolean =>
  reference.type === 'refund' && reference.id === String(refundId) && numberOf(reference) === refundLine;

/** Reference of a restock: the line of the refund, and its round if it was restocked before. */
function referenceFor(restock: Restock, recorded: readonly RecordedLine[]): Reference {
  const before = recorded.filter(
    ({ operation, reference }) => operation.type === 'receipt' && isNameOf(reference, restock),
  );
  const round = Math.max(0, ...before.map(({ reference }) => roundOf(reference))) + 1;
  const line = String(restock.refundLine);
  return { type: 'refund', id: String(restock.refundId), line: round === 1 ? line : `${line}#${round}` };
}

interface RecordedLines {
  readonly recorded: readonly RecordedLine[];
  /** Operations that are not reversed and whose refund still exists. */
  readonly staying: readonly RecordedLine[];
}

function reconcileLine(plan: OrderPlan, line: LinePlan, { recorded, staying }: RecordedLines): ReconciledLine {
  const { lineId, stock, due } = line;
  const issues = recorded.filter((each) => each.lineId === lineId && each.operation.type === 'issue');
  const rounds = Math.max(stock.round, ...issues.map(({ reference }) => roundOf(reference)));
  const { itemId, unitsPerSale } = stock;
  const isStaying = stock.state === 'issued' && !line.isUndone && line.action === undefined;
  if (!plan.needsReconciling || !isStaying || itemId === undefined || unitsPerSale === undefined)
    return { ...line, rounds };
  // A user reversed the issue: this stands until the line is issued again.
  if (isTakenBack(issues, stock.round)) return { ...line, rounds, isByHand: true };
  const operations = staying.filter((each) => each.lineId === lineId).map(({ operation }) => operation);
  const out = sumOf(operations, 'issue') - sumOf(operations, 'receipt');
  if (out === (due + piecesOf(plan.restocks, lineId)) * unitsPerSale * UNIT) return { ...line, rounds };
  return { ...line, rounds, isUndone: true, action: 'issue', pieces: due, link: { itemId, unitsPerSale } };
}

const isTakenBack = (issues: readonly RecordedLine[], round: number): boolean =>
  issues.some(({ operation, reference }) => roundOf(reference) === round && operation.reversedById !== null);

const sumOf = (operations: readonly Operation[], wanted: Operation['type']): number =>
  operations.filter(({ type }) => type === wanted).reduce((sum, { quantity }) => sum + quantity, 0);

/** Whether restocks without an order line apply: goods of the order had left stock. */
const hasLoose = ({ change: { order }, lines }: OrderPlan): boolean =>
  ['issued', 'unchanged'].includes(impliedStockOf(order)) && !lines.every(({ goods }) => goods === 'stayed');

/**
 * Whether restocked goods had left: issued here and not reversed as a whole, or before the order was known to this
 * system.
 */
function isPutBack({ change }: OrderPlan, lines: readonly ReconciledLine[], { lineId }: Restock): boolean {
  const line = lines.find((each) => each.lineId === lineId);
  if (line?.isByHand || line?.link) return false;
  if (line?.action === 'issue') return true;
  if (line?.stock.state === 'issued') return !line.isUndone;
  if (!change.before || !['issued', 'unchanged'].includes(impliedStockOf(change.order))) return false;
  return line?.stock.state !== 'reserved' && (line?.stock.round ?? 0) === 0 && line?.goods !== 'stayed';
}
