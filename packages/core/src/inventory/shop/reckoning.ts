import type { ProductLink, StoredOrder } from '../../commerce/index.ts';
import { UNIT } from '../../kernel/decimal.ts';
import type { Operation, Reference } from '../operation.ts';
import type { OperationLedger } from '../ports.ts';
import { type LinePlan, type OrderPlan, whereaboutsOf } from './line-plan.ts';
import { lineGivenBack, piecesOf, type Restock, refundChangesOf } from './restock.ts';

/** What was recorded for an order, and for which of its lines; null where nobody can tell. */
interface Recorded {
  readonly operation: Operation;
  readonly reference: Reference;
  readonly lineId: number | null;
}

/** A line's plan, corrected by what was recorded for it. */
export interface ReckonedLine extends LinePlan {
  /** Whether somebody took its issue back by hand. */
  readonly isByHand?: true;
  /** Times that it was issued. */
  readonly rounds: number;
  /** The item that it is issued as again. */
  readonly link?: Pick<ProductLink, 'itemId' | 'unitsPerSale'>;
}

/** What is to be put back, and by which name it is recorded. */
export interface ReckonedRestock extends Restock {
  readonly reference: Reference;
}

/** An order's plan, corrected by what was recorded for it. */
export interface Reckoning {
  readonly orderId: number;
  readonly lines: readonly ReckonedLine[];
  readonly restocks: readonly ReckonedRestock[];
  /** What is taken back. */
  readonly undone: readonly Operation[];
}

/** What was recorded by the names that these plans use; of new orders only where they issue something. */
export async function operationsOf(
  ledger: OperationLedger,
  plans: readonly OrderPlan[],
  issues: (line: LinePlan) => boolean,
): Promise<readonly Operation[]> {
  const references = plans
    .filter((plan) => plan.isReckoned || (!plan.change.before && plan.lines.some(issues)))
    .flatMap(({ orderId, change: { before, refunds } }) => {
      const ids = new Set([...(before?.refunds ?? []), ...refunds].map(({ id }) => id));
      return [{ type: 'order', id: String(orderId) }, ...[...ids].map((id) => ({ type: 'refund', id: String(id) }))];
    });
  return references.length > 0 ? ledger.findByReferences(references) : [];
}

/**
 * Compares what an order asks for with what was recorded for it: what is out of a line in the end is what its order says,
 * whatever was refunded, taken back and issued again before.
 */
export function reckon(plan: OrderPlan, operations: readonly Operation[]): Reckoning {
  const recorded = recordedFor(plan, operations);
  const open = recorded.filter(({ operation }) => isOpen(operation));
  const gone = new Set(refundChangesOf(plan.change).gone.map(({ id }) => `refund ${id}`));
  const staying = open.filter(({ reference }) => !gone.has(`${reference.type} ${reference.id}`));
  const lines = plan.lines.map((line) => reckonLine(plan, line, { recorded, staying }));
  const anew = new Set(lines.filter(({ isUndone, wish }) => isUndone || wish === 'issue').map(({ lineId }) => lineId));
  const loose = hasLoose(plan) ? plan.loose : [];
  const isKept = ({ lineId, reference }: Recorded) =>
    lineId === null ? loose.some((restock) => isNameOf(reference, restock)) : !anew.has(lineId);
  const kept = plan.change.order ? staying.filter(isKept) : [];
  const restocks = [
    ...plan.restocks.filter((restock) => isPutBack(plan, lines, restock)),
    ...loose.filter((restock) => !kept.some(({ reference }) => isNameOf(reference, restock))),
  ];
  return {
    ...{ orderId: plan.orderId, lines },
    restocks: restocks.map((restock) => ({ ...restock, reference: referenceFor(restock, recorded) })),
    undone: open.filter((each) => !kept.includes(each)).map(({ operation }) => operation),
  };
}

function recordedFor(plan: OrderPlan, operations: readonly Operation[]): readonly Recorded[] {
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

/** The line that a reference names: of an order `3#2` is the second round of line 3. */
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

/** The name of a restock: that of the refund's line, and how often it was put back before. */
function referenceFor(restock: Restock, recorded: readonly Recorded[]): Reference {
  const before = recorded.filter(
    ({ operation, reference }) => operation.type === 'receipt' && isNameOf(reference, restock),
  );
  const round = Math.max(0, ...before.map(({ reference }) => roundOf(reference))) + 1;
  const line = String(restock.refundLine);
  return { type: 'refund', id: String(restock.refundId), line: round === 1 ? line : `${line}#${round}` };
}

interface Books {
  readonly recorded: readonly Recorded[];
  /** What is not taken back, and not of a refund that is gone. */
  readonly staying: readonly Recorded[];
}

function reckonLine(plan: OrderPlan, line: LinePlan, { recorded, staying }: Books): ReckonedLine {
  const { lineId, stock, due } = line;
  const issues = recorded.filter((each) => each.lineId === lineId && each.operation.type === 'issue');
  const rounds = Math.max(stock.round, ...issues.map(({ reference }) => roundOf(reference)));
  const { itemId, unitsPerSale } = stock;
  const isStaying = stock.state === 'issued' && !line.isUndone && line.wish === undefined;
  if (!plan.isReckoned || !isStaying || itemId === undefined || unitsPerSale === undefined) return { ...line, rounds };
  // Somebody took the issue back by hand: what they say is true until the line is issued again.
  if (isTakenBack(issues, stock.round)) return { ...line, rounds, isByHand: true };
  const mine = staying.filter((each) => each.lineId === lineId).map(({ operation }) => operation);
  const out = sumOf(mine, 'issue') - sumOf(mine, 'receipt');
  if (out === (due + piecesOf(plan.restocks, lineId)) * unitsPerSale * UNIT) return { ...line, rounds };
  return { ...line, rounds, isUndone: true, wish: 'issue', pieces: due, link: { itemId, unitsPerSale } };
}

const isTakenBack = (issues: readonly Recorded[], round: number): boolean =>
  issues.some(({ operation, reference }) => roundOf(reference) === round && operation.reversedById !== null);

const sumOf = (operations: readonly Operation[], wanted: Operation['type']): number =>
  operations.filter(({ type }) => type === wanted).reduce((sum, { quantity }) => sum + quantity, 0);

/** Whether what comes back without naming a line of the order had gone. */
const hasLoose = ({ change: { order }, lines }: OrderPlan): boolean =>
  ['out', 'as they are'].includes(whereaboutsOf(order)) && !lines.every(({ goods }) => goods === 'stayed');

/**
 * Whether what comes back had gone: it was issued here and is not taken back as a whole, or it had left by another way
 * before this order was known here.
 */
function isPutBack({ change }: OrderPlan, lines: readonly ReckonedLine[], { lineId }: Restock): boolean {
  const line = lines.find((each) => each.lineId === lineId);
  if (line?.isByHand || line?.link) return false;
  if (line?.wish === 'issue') return true;
  if (line?.stock.state === 'issued') return !line.isUndone;
  if (!change.before || !['out', 'as they are'].includes(whereaboutsOf(change.order))) return false;
  return line?.stock.state !== 'reserved' && (line?.stock.round ?? 0) === 0 && line?.goods !== 'stayed';
}
