import type { ReportAggregate, ReportCondition, ReportTableName } from '@backroom/core/analytics';
import { countedBy, type Measure, type StatsReport } from '../../packages/core/src/analytics/stats.ts';

/** Names of fact columns on the page, by table. */
const columns: Readonly<Partial<Record<ReportTableName, Readonly<Record<string, string>>>>> = {
  order: {
    total: 'totals',
    tax: 'tax',
    shipping: 'shipping',
    net: 'nets',
    items: 'items',
    coupon: 'discounts of coupons',
    customer_id: 'customers',
  },
  line: {
    quantity: 'quantities of lines',
    net: 'nets of lines',
    order_id: 'orders',
    product_id: 'products',
    variation_id: 'variations',
  },
  coupon: { amount: 'discounts', coupon_id: 'coupons', order_id: 'orders' },
  tax: {
    order_tax: 'tax on goods and fees',
    shipping_tax: 'tax on shipping',
    order_id: 'orders',
    rate_id: 'rate',
    total: 'tax',
    taxable: 'taxed amounts',
    rate_code: 'code',
    percent: 'percentage',
  },
};

/** The declared conditions of measures, in words. */
const conditions: readonly (readonly [condition: ReportCondition, words: string])[] = [
  [{ op: 'among', column: 'parent_id', values: [0] }, ' without refunds'],
  [{ op: 'among', column: 'is_refund', values: [false] }, ' without refunds'],
  [{ op: 'below', column: 'net', value: 0 }, ' of refunds (rows whose net is below 0)'],
];

function wordsOf(condition: ReportCondition | undefined): string {
  if (!condition) return '';
  const found = conditions.find(([known]) => JSON.stringify(known) === JSON.stringify(condition));
  if (!found) throw new TypeError(`There are no words for the condition ${JSON.stringify(condition)}.`);
  return found[1];
}

/** A measure in words: `sum of nets without refunds`. */
export function measureInWords(over: ReportTableName, measure: ReportAggregate): string {
  if (measure.op === 'quotient') return `${measure.of} ÷ ${measure.per}`;
  if (measure.op === 'count')
    return `number of ${over === 'download' ? 'downloads' : 'orders'}${wordsOf(measure.where)}`;
  const named = [measure.of].flat().map((column) => {
    const words = columns[over]?.[column];
    if (words === undefined) throw new TypeError(`${over}.${column} has no description.`);
    return words;
  });
  const words = `${named.join(' × ')}${wordsOf(measure.where)}`;
  if (measure.op === 'combinations') return `number of different combinations ${words}`;
  return measure.op === 'distinct' ? `number of different ${words}` : `sum of ${words}`;
}

/** The formula of a number, in words. */
export function formulaInWords(report: Pick<StatsReport, 'from'>, { formula }: Measure): string {
  const inWords = (name: string): string => {
    const { over, aggregate } = countedBy(report, name);
    return measureInWords(over, aggregate);
  };
  if ('sum' in formula) return formula.sum.map(inWords).join(' + ');
  if ('opposite' in formula) return `− (${formula.opposite.map(inWords).join(' + ')})`;
  return `${inWords(formula.ratio[0])} ÷ ${inWords(formula.ratio[1])}`;
}
