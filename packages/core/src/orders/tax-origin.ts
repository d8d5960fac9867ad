import type { TaxLine, TaxLineDraft, TaxRate } from '../commerce/index.ts';

type Origin = Pick<TaxLine, 'country' | 'state' | 'priority'>;

/** Where taxes are charged, as far as their lines do not say it themselves. */
export interface TaxOrigins {
  readonly rates: ReadonlyMap<number, TaxRate>;
  /** Lines as they are stored: a line keeps what it was given when it was stored first. */
  readonly stored: readonly TaxLine[];
}

/** Whether a line leaves something of it to its rate. */
export const isOpen = ({ country, state, priority }: TaxLineDraft): boolean =>
  country === null || state === null || priority === null;

/** Tax lines with where they are charged (docs/spec/commerce-data.md 2). */
export const completeTaxLines = (lines: readonly TaxLineDraft[], { rates, stored }: TaxOrigins): readonly TaxLine[] =>
  lines.map((line) => {
    const before = stored.find((each) => each.id === line.id && isOfSameRate(each, line));
    const origin: Origin = before ?? rates.get(line.rateId) ?? originOf(line.rateCode);
    return {
      ...line,
      country: line.country ?? origin.country,
      state: line.state ?? origin.state,
      priority: line.priority ?? origin.priority,
    };
  });

/** A tax without a rate is told from others by its code only. */
const isOfSameRate = (one: TaxLine, other: TaxLineDraft): boolean =>
  one.rateId === other.rateId && (one.rateId !== 0 || one.rateCode === other.rateCode);

/** What the code of a rate says: `US-CA-CA TAX-1`. */
export function originOf(rateCode: string): Origin {
  const parts = rateCode.split('-');
  const last = parts.length > 1 ? Number(parts.at(-1)) : Number.NaN;
  return {
    country: parts[0] ?? '',
    state: parts.length >= 4 ? (parts[1] ?? '') : '',
    priority: Number.isInteger(last) && Math.abs(last) <= 1_000_000 ? last : 1,
  };
}
