import type { FieldProblem } from '../../kernel/errors.ts';
import { LARGEST_AMOUNT } from '../../kernel/numbers/amount.ts';
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
 * Faults of lists of lines whose sum exceeds the largest amount, so that sums over one order are exact and sums over all
 * orders of a year do not overflow.
 */
export function faultsInSums({
  lines,
  shippingLines,
  feeLines,
  couponLines = [],
  taxLines,
}: OrderCharges): readonly FieldProblem[] {
  return [
    ...faultsOf('lines', sumsOf(lines, [({ subtotal }) => subtotal, ({ total }) => total, taxesOf])),
    ...faultsOf('shipping_lines', sumsOf(shippingLines, charged)),
    ...faultsOf('fee_lines', sumsOf(feeLines, charged)),
    ...faultsOf('coupon_lines', sumsOf(couponLines, [({ discount }) => discount])),
    ...faultsOf('tax_lines', sumsOf(taxLines, [(line) => line.taxTotal, (line) => line.shippingTaxTotal])),
  ];
}

const sumsOf = <T>(lines: readonly T[], members: readonly AmountOf<T>[]): readonly number[] =>
  members.map((member) => lines.reduce((sum, line) => sum + Math.abs(member(line)), 0));

const faultsOf = (name: string, sums: readonly number[]): readonly FieldProblem[] =>
  sums.every((sum) => sum <= LARGEST_AMOUNT)
    ? []
    : [{ path: [name], code: 'out_of_range', message: 'Together they come to more than nine billion.' }];
