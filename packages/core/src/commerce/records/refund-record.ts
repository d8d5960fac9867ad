import { type Codec, defaulted, INVALID, optional } from '../../kernel/records/codec.ts';
import { listOrNone, recordOf } from '../../kernel/records/shapes.ts';
import { amount, choice, flag, id, idOrNone, instant, text } from '../../kernel/records/values.ts';
import { type Refund, type RefundKind, type RefundLine, refundKinds } from '../order.ts';
import { chargeLines, eachOnce, lineMembers, type TaxLineDraft, taxLines } from './parts.ts';
import { checkSums } from './sums.ts';

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

export const refundRecord: Codec<RefundDraft> = {
  ...sent,
  read(raw, reading) {
    const refund = sent.read(raw, reading);
    if (refund === INVALID || reading.hasProblems) return INVALID;
    reading.within('amount', () => refund.amount > 0 || reading.fail('out_of_range', 'It must be above zero.'));
    reading.within(
      'total',
      () =>
        (refund.total ?? -refund.amount) === -refund.amount ||
        reading.fail('contradiction', 'It must be minus the amount.'),
    );
    for (const member of ['totalTax', 'shippingTotal'] as const)
      reading.within(
        member === 'totalTax' ? 'total_tax' : 'shipping_total',
        () => refund[member] <= 0 || reading.fail('out_of_range', 'It must be zero or negative.'),
      );
    checkSums(refund, reading);
    for (const [index, line] of refund.lines.entries())
      reading.within('lines', () =>
        reading.within(index, () =>
          line.quantity <= 0 && line.total <= 0
            ? true
            : reading.fail('out_of_range', 'Quantity and total must be zero or negative.'),
        ),
      );
    return { ...refund, total: -refund.amount };
  },
};
