import {
  amount,
  choice,
  currency,
  defaulted,
  flag,
  hooked,
  id,
  idOrNone,
  instant,
  listOf,
  optional,
  recordOf,
  type SchemaOf,
  text,
} from '../../kernel/records/values.ts';
import { type BillingAddress, type Order, type OrderLine, type OrderSource, orderStatuses } from '../order.ts';
import {
  billing,
  chargeLines,
  couponLines,
  eachOnce,
  lineMembers,
  perhapsEmpty,
  type TaxLineDraft,
  taxLines,
} from './parts.ts';
import { faultsInSums } from './sums.ts';

/** An order as received, before its references are resolved. */
export interface OrderDraft extends Omit<Order, 'modifiedAt' | 'taxLines'> {
  readonly modifiedAt: Date | null;
  readonly taxLines: readonly TaxLineDraft[];
}

const sent = recordOf<OrderDraft>('Order', {
  id,
  number: optional(text(100)),
  status: choice(orderStatuses),
  currency,
  customer_id: idOrNone,
  user_id: idOrNone,
  billing,
  shipping: optional(
    recordOf<Pick<BillingAddress, 'firstName' | 'lastName'>>('ShippingName', {
      first_name: perhapsEmpty,
      last_name: perhapsEmpty,
    }),
  ),
  created_at: instant,
  paid_at: optional(instant),
  completed_at: optional(instant),
  modified_at: optional(instant),
  total: amount,
  total_tax: amount,
  shipping_total: amount,
  shipping_tax: amount,
  discount_total: amount,
  lines: eachOnce(listOf(recordOf<OrderLine>('OrderLine', lineMembers))),
  shipping_lines: chargeLines,
  fee_lines: chargeLines,
  coupon_lines: couponLines,
  tax_lines: taxLines,
  source: optional(recordOf<OrderSource>('OrderSource', { type: text(100), name: optional(text()) })),
  test: defaulted(flag, false),
});

export const orderRecord: SchemaOf<OrderDraft> = hooked(sent, { faultsOf: faultsInSums });
