import { countries } from '@backroom/core/onboarding';
import { describe, expect, it } from 'vitest';

describe('what is usual in a country', () => {
  it('is known of every country', () => {
    expect(countries.size).toBeGreaterThanOrEqual(245);
    expect([...countries.keys()].filter((code) => !/^[A-Z]{2}$/.test(code))).toEqual([]);
  });

  it('is something that can be', () => {
    for (const [code, habits] of countries) {
      const { currency, currencyPosition, thousandSeparator, decimalSeparator, priceDecimals } = habits;
      expect(currency, code).toMatch(/^[A-Z]{3}$/);
      expect(['left', 'right', 'left_space', 'right_space'], code).toContain(currencyPosition);
      expect([' ', ',', '.', "'"], code).toContain(thousandSeparator);
      expect([',', '.', '$'], code).toContain(decimalSeparator);
      expect(thousandSeparator, code).not.toBe(decimalSeparator);
      expect([0, 2, 3], code).toContain(priceDecimals);
    }
  });

  it.each([
    ['US', 'USD left , . 2 lbs in'],
    ['GB', 'GBP left , . 2 kg cm'],
    ['DE', 'EUR right_space . , 2 kg cm'],
    ['IT', 'EUR right_space . , 2 kg cm'],
    ['FR', 'EUR right_space   , 2 kg cm'],
    ['NL', 'EUR left_space . , 2 kg cm'],
    ['CH', "CHF left_space ' . 2 kg cm"],
    ['JP', 'JPY left , . 0 kg cm'],
    ['IN', 'INR left , . 2 kg cm'],
    ['BR', 'BRL left_space . , 2 kg cm'],
    ['KW', 'KWD right_space , . 3 kg cm'],
    ['LR', 'LRD left , . 2 lbs in'],
    ['HR', 'EUR right_space . , 2 kg cm'],
  ])('is in %s: %s', (code, expected) => {
    expect(Object.values(countries.get(code) ?? {}).join(' ')).toBe(expected);
  });

  it('is nothing where there is no country', () => {
    for (const code of ['', 'it', 'ITA', 'XX', 'ZZ', 'EU', 'constructor'])
      expect(countries.has(code), code).toBe(false);
  });
});
