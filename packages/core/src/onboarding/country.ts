import { otherDecimals, poundsAndInches, priceStyles } from './locale-table.ts';

/** The conventions of a country. */
export interface CountryHabits {
  /** ISO 4217. */
  readonly currency: string;
  /** Position of the currency symbol. */
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
const poundsCountries = new Set(poundsAndInches.split(' '));
const DEFAULT_DECIMALS = 2;

/** Conventions by country code (ISO 3166-1 alpha-2). */
export const countries: ReadonlyMap<string, CountryHabits> = new Map(
  priceStyles.flatMap(({ position, thousand, decimal, countries: those }) =>
    pairsIn(those).map(([country, currency]) => {
      const usesPounds = poundsCountries.has(country);
      const habits: CountryHabits = {
        currency,
        currencyPosition: position,
        thousandSeparator: thousand,
        decimalSeparator: decimal,
        priceDecimals: Number(decimalsByCurrency.get(currency) ?? DEFAULT_DECIMALS),
        weightUnit: usesPounds ? 'lbs' : 'kg',
        dimensionUnit: usesPounds ? 'in' : 'cm',
      };
      return [country, habits] as const;
    }),
  ),
);
