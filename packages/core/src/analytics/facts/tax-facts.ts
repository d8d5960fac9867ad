import { type Order, type Refund, type Taxes, type TaxLine, taxRateKey } from '../../commerce/index.ts';
import { exact, sumOf } from './fact-context.ts';
import type { TaxFact } from './facts.ts';

type Charged = Pick<Order, 'id' | 'lines' | 'shippingLines' | 'feeLines' | 'taxLines'>;

export function taxesOfOrder(order: Order): readonly TaxFact[] {
  return taxesOf(order, false);
}

export function taxesOfRefund(refund: Refund): readonly TaxFact[] {
  return taxesOf(refund, true);
}

function taxesOf(charged: Charged, isRefund: boolean): readonly TaxFact[] {
  const seen = new Set<number>();
  const counted = new Set<string>();
  return charged.taxLines.map((line) => {
    const isFirst = !seen.has(line.rateId);
    const isBaseCounted = counted.has(taxRateKey(line));
    seen.add(line.rateId);
    counted.add(taxRateKey(line));
    return {
      orderId: charged.id,
      taxLineId: line.id,
      rateId: line.rateId,
      rateCode: line.rateCode,
      label: line.label,
      country: line.country,
      state: line.state,
      priority: line.priority,
      percent: line.percent,
      orderTax: exact(line.taxTotal),
      shippingTax: exact(line.shippingTaxTotal),
      // Two lines may share a rate; its taxable base is counted once.
      taxable: isBaseCounted ? 0 : exact(taxableOf(charged, line)),
      isRefund,
      isFirstOfRate: isFirst && !isRefund,
    };
  });
}

/** Taxable base of a rate; for a compound rate it includes the taxes applied before. */
function taxableOf({ lines, shippingLines, feeLines, taxLines }: Charged, line: TaxLine): number {
  const under = line.compound
    ? taxLines.filter(
        ({ rateId, compound, priority }) => rateId !== line.rateId && (!compound || priority < line.priority),
      )
    : [];
  const rates = [...new Set(under.map(({ rateId }) => rateId))];
  return sumOf([...lines, ...feeLines, ...shippingLines], ({ total, taxes }) =>
    isApplied(taxes, line.rateId) ? total + sumOf(rates, (rate) => taxes[rate] ?? 0) : 0,
  );
}

const isApplied = (taxes: Taxes, rateId: number): boolean => taxes[rateId] !== undefined && taxes[rateId] !== null;
