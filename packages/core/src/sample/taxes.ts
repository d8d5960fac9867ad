import type { TaxRate } from '../commerce/index.ts';
import { MILLION, roundAway } from '../kernel/numbers/amount.ts';

/** A region of buyers, with its tax rates. */
export interface BuyerRegion {
  readonly country: string;
  readonly state: string;
  readonly city: string;
  readonly postcode: string;
  /** Percentage of buyers. */
  readonly share: number;
  /** Ids of the standard rates. */
  readonly standard: readonly number[];
  /** Ids of the reduced rates, for books and food. */
  readonly reduced: readonly number[];
}

const rate = (
  id: number,
  where: string,
  what: readonly [name: string, percent: number, priority?: number],
  rest: { readonly compound?: boolean; readonly shipping?: boolean } = {},
): TaxRate => {
  const [country = '', state = ''] = where.split('-');
  const [name, percent, priority = 1] = what;
  return {
    id,
    country,
    state,
    percent: Math.round(percent * MILLION),
    name,
    priority,
    compound: rest.compound ?? false,
    shipping: rest.shipping ?? priority === 1,
  };
};

/** The tax rates of the sample shop. */
export const sampleRates: readonly TaxRate[] = [
  rate(1, 'US-CA', ['CA State Tax', 6]),
  rate(2, 'US-CA', ['CA County Tax', 1.25, 2]),
  rate(3, 'US-NY', ['NY State', 4]),
  rate(4, 'US-NY', ['NY City', 4.5, 2]),
  rate(5, 'US-TX', ['TX State', 6.25]),
  rate(6, 'US-TX', ['TX City', 2, 2]),
  rate(7, 'CA-QC', ['GST', 5]),
  rate(8, 'CA-QC', ['QST', 9.975, 2], { compound: true, shipping: true }),
  rate(9, 'CA-BC', ['GST', 5]),
  rate(10, 'CA-BC', ['PST', 7, 2]),
  rate(11, 'ES', ['IVA', 21]),
  rate(12, 'ES', ['IVA reducido', 10], { shipping: false }),
  rate(13, 'DE', ['MwSt', 19]),
  rate(14, 'DE', ['MwSt ermäßigt', 7], { shipping: false }),
  rate(15, 'FR', ['TVA', 20]),
  rate(16, 'FR', ['TVA réduite', 5.5], { shipping: false }),
];

const place = (where: string, share: number, standard: readonly number[], reduced = standard): BuyerRegion => {
  const [country = '', state = '', city = '', postcode = ''] = where.split('|');
  return { country, state, city, postcode, share, standard, reduced };
};

export const buyerRegions: readonly BuyerRegion[] = [
  place('US|CA|Los Angeles|90001', 15, [1, 2]),
  place('US|CA|San Diego|92101', 5, [1, 2]),
  place('US|NY|New York|10001', 14, [3, 4]),
  place('US|TX|Austin|73301', 10, [5, 6]),
  place('CA|QC|Montréal|H1A 0A1', 8, [7, 8]),
  place('CA|BC|Vancouver|V5K 0A1', 7, [9, 10]),
  place('ES|M|Madrid|28001', 9, [11], [12]),
  place('ES|B|Barcelona|08001', 5, [11], [12]),
  place('DE||Berlin|10115', 8, [13], [14]),
  place('DE||Hamburg|20095', 5, [13], [14]),
  place('FR||Lyon|69001', 9, [15], [16]),
  place('CH||Zürich|8001', 5, []),
];

const byId = new Map(sampleRates.map((each) => [each.id, each]));

/** The rates with these ids, compound rates last. */
export const ratesOf = (ids: readonly number[]): readonly TaxRate[] => ids.flatMap((id) => byId.get(id) ?? []);

/** The tax per rate on an amount, in whole cents. */
export function chargeTaxes(cents: number, rates: readonly TaxRate[]): ReadonlyMap<number, number> {
  const charged = new Map<number, number>();
  let before = 0;
  for (const { id, percent, compound } of rates) {
    const tax = roundAway(((compound ? cents + before : cents) * percent) / (100 * MILLION));
    charged.set(id, tax);
    before += tax;
  }
  return charged;
}

/** The code of a rate on an order: `US-CA-CA STATE TAX-1`. */
export const rateCodeOf = ({ country, state, name, priority }: TaxRate): string =>
  [country, state, name.toUpperCase(), String(priority)].filter((part) => part !== '').join('-');
