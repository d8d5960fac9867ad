import type { TaxLine, TaxLineDraft, TaxRate } from '../commerce/index.ts';

type TaxOrigin = Pick<TaxLine, 'country' | 'state' | 'priority'>;

/** Sources for the place of taxation where a tax line omits it. */
export interface TaxOrigins {
  readonly rates: ReadonlyMap<number, TaxRate>;
  /** Tax lines as stored: a line keeps the place it was first stored with. */
  readonly stored: readonly TaxLine[];
}

/** Whether a line leaves part of its origin to its rate. */
export const isOpen = ({ country, state, priority }: TaxLineDraft): boolean =>
  country === null || state === null || priority === null;

/** Completes tax lines with the place of taxation (docs/spec/commerce-data.md 2). */
export const completeTaxLines = (lines: readonly TaxLineDraft[], { rates, stored }: TaxOrigins): readonly TaxLine[] =>
  lines.map((line) => {
    const before = stored.find((each) => each.id === line.id && isOfSameRate(each, line));
    const origin: TaxOrigin = before ?? rates.get(line.rateId) ?? originOf(line.rateCode);
    return {
      ...line,
      country: line.country ?? origin.country,
      state: line.state ?? origin.state,
      priority: line.priority ?? origin.priority,
    };
  });

/** Taxes without a rate (id 0) are identified by their code only. */
const isOfSameRate = (one: TaxLine, other: TaxLineDraft): boolean =>
  one.rateId === other.rateId && (one.rateId !== 0 || one.rateCode === other.rateCode);

/** Parses the code of a rate, for example `US-CA-CA TAX-1`: country, state, priority. */
export function originOf(rateCode: string): TaxOrigin {
  const parts = rateCode.split('-');
  const last = parts.length > 1 ? Number(parts.at(-1)) : Number.NaN;
  return {
    country: parts[0] ?? '',
    state: parts.length >= 4 ? (parts[1] ?? '') : '',
    priority: Number.isInteger(last) && Math.abs(last) <= 1_000_000 ? last : 1,
  };
}
