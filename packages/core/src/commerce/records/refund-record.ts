import type { FieldProblem } from '../../kernel/errors.ts';
import {
  amount,
  choice,
  defaulted,
  flag,
  hooked,
  id,
  idOrNone,
  instant,
  listOrNone,
  optional,
  recordOf,
  type SchemaOf,
  text,
} from '../../kernel/records/values.ts';
import { type Refund, type RefundKind, type RefundLine, refundKinds } from '../order.ts';
import { chargeLines, eachOnce, lineMembers, type TaxLineDraft, taxLines } from './parts.ts';
import { faultsInSums } from './sums.ts';

/** A refund as received: an absent `kind` is derived from the order. */
export interface RefundDraft extends Omit<Refund, 'kind' | 'taxLines'> {
  readonly kind: RefundKind | null;
  readonly taxLines: readonly TaxLineDraft[];
}

interface Sent extends Omit<RefundDraft, 'total'> {
  readonly total: number | null;
}

const sent = recordOf<Sent>('Refund', {
  id,
  order_id: id,
  amount,
  reason: optional(text(10_000)),
  created_at: instant,
  kind: optional(choice(refundKinds)),
  total: optional(amount),
  total_tax: defaulted(amount, 0),
  shipping_total: defaulted(amount, 0),
  restock: defaulted(flag, false),
  lines: eachOnce(listOrNone(recordOf<RefundLine>('RefundLine', { ...lineMembers, refunded_line_id: idOrNone }))),
  shipping_lines: chargeLines,
  fee_lines: chargeLines,
  tax_lines: taxLines,
});

const fault = (path: FieldProblem['path'], code: string, message: string): FieldProblem => ({ path, code, message });

function faultsIn(refund: Sent): readonly FieldProblem[] {
  const { amount: paid, total, totalTax, shippingTotal, lines } = refund;
  const isAdded = (line: RefundLine) => line.quantity > 0 || line.total > 0;
  return [
    ...(paid > 0 ? [] : [fault(['amount'], 'out_of_range', 'It must be above zero.')]),
    ...((total ?? -paid) === -paid ? [] : [fault(['total'], 'contradiction', 'It must be minus the amount.')]),
    ...(totalTax > 0 ? [fault(['total_tax'], 'out_of_range', 'It must be zero or negative.')] : []),
    ...(shippingTotal > 0 ? [fault(['shipping_total'], 'out_of_range', 'It must be zero or negative.')] : []),
    ...faultsInSums(refund),
    ...lines.flatMap((line, index) =>
      isAdded(line) ? [fault(['lines', index], 'out_of_range', 'Quantity and total must be zero or negative.')] : [],
    ),
  ];
}

export const refundRecord: SchemaOf<RefundDraft> = hooked(sent as SchemaOf<RefundDraft>, {
  faultsOf: faultsIn,
  after: (refund: Sent): RefundDraft => ({ ...refund, total: -refund.amount }),
});
