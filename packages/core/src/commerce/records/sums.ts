import { LARGEST_AMOUNT } from '../../kernel/amount.ts';
import type { Reading } from '../../kernel/records/codec.ts';
import type { ChargeLine, CouponLine, OrderLine, Taxes, TaxLine } from '../order.ts';

interface OrderCharges {
  readonly lines: readonly OrderLine[];
  readonly shippingLines: readonly ChargeLine[];
  readonly feeLines: readonly ChargeLine[];
  readonly couponLines?: readonly CouponLine[];
  readonly taxLines: readonly Pick<TaxLine, 'taxTotal' | 'shippingTaxTotal'>[];
}

type AmountOf<T> = (line: T) => number;

const taxesOf = ({ taxes }: { readonly taxes: Taxes }): number =>
  Object.values(taxes).reduce<number>((sum, tax) => sum + Math.abs(tax ?? 0), 0);
const charged: readonly AmountOf<ChargeLine>[] = [({ total }) => total, taxesOf];

/**
 * Refuses lines whose sum exceeds the largest amount, so that sums over one order are exact and sums over all orders of
 * a year do not overflow.
 */
export function checkSums(
  { lines, shippingLines, feeLines, couponLines = [], taxLines }: OrderCharges,
  reading: Reading,
): void {
  check(reading, 'lines', sumsOf(lines, [({ subtotal }) => subtotal, ({ total }) => total, taxesOf]));
  check(reading, 'shipping_lines', sumsOf(shippingLines, charged));
  check(reading, 'fee_lines', sumsOf(feeLines, charged));
  check(reading, 'coupon_lines', sumsOf(couponLines, [({ discount }) => discount]));
  check(reading, 'tax_lines', sumsOf(taxLines, [(line) => line.taxTotal, (line) => line.shippingTaxTotal]));
}

const sumsOf = <T>(lines: readonly T[], members: readonly AmountOf<T>[]): readonly number[] =>
  members.map((member) => lines.reduce((sum, line) => sum + Math.abs(member(line)), 0));

function check(reading: Reading, name: string, sums: readonly number[]): void {
  if (sums.every((sum) => sum <= LARGEST_AMOUNT)) return;
  reading.within(name, () => reading.fail('out_of_range', 'Together they come to more than nine billion.'));
}
