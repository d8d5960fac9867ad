import { otherDecimals, poundsAndInches, priceStyles } from './locale-table.ts';

/** What is usual in a country. */
export interface CountryHabits {
  /** ISO 4217. */
  readonly currency: string;
  /** Where the sign of the currency stands. */
  readonly currencyPosition: 'left' | 'right' | 'left_space' | 'right_space';
  readonly thousandSeparator: string;
  readonly decimalSeparator: string;
  readonly priceDecimals: number;
  readonly weightUnit: 'kg' | 'lbs';
  readonly dimensionUnit: 'cm' | 'in';
}

/** Pairs like `IT:EUR CH:CHF`. */
const pairsIn = (text: string): readonly (readonly [string, string])[] =>
  text
    .trim()
    .split(/\s+/)
    .map((pair) => {
      const [name = '', value = ''] = pair.split(':');
      return [name, value] as const;
    });

const decimalsByCurrency = new Map(pairsIn(otherDecimals));
const american = new Set(poundsAndInches.split(' '));
const USUAL_DECIMALS = 2;

/** What is usual in each country, by its code (ISO 3166-1 alpha-2). */
export const countries: ReadonlyMap<string, CountryHabits> = new Map(
  priceStyles.flatMap(({ position, thousand, decimal, countries: those }) =>
    pairsIn(those).map(([country, currency]) => {
      const usesPounds = american.has(country);
      const habits: CountryHabits = {
        currency,
        currencyPosition: position,
        thousandSeparator: thousand,
        decimalSeparator: decimal,
        priceDecimals: Number(decimalsByCurrency.get(currency) ?? USUAL_DECIMALS),
        weightUnit: usesPounds ? 'lbs' : 'kg',
        dimensionUnit: usesPounds ? 'in' : 'cm',
      };
      return [country, habits] as const;
    }),
  ),
);
