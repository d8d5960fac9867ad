import { changeOptions } from '../../back-office/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { countries } from '../country.ts';
import { countryCodeInvalid } from '../errors.ts';
import type { OnboardingPorts } from '../ports.ts';

/**
 * Sets currency, number format and units to the conventions of a country. Facts that depend on the decimals are marked, and
 * recomputed by the next refresh of the roll-ups.
 * @throws DomainError `shop_rest_invalid_country_code`
 */
export const setCurrencyAndUnits = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'onboarding.units_set',
    refusals: { malformed: ['shop_rest_invalid_country_code'] },
  },
  (ports: OnboardingPorts) =>
    async (actor, { countryCode }: { readonly countryCode: string }, { note }): Promise<void> => {
      const conventions = countries.get(countryCode);
      if (!conventions) throw countryCodeInvalid();
      const values = {
        shop_currency: conventions.currency,
        shop_currency_pos: conventions.currencyPosition,
        shop_price_thousand_sep: conventions.thousandSeparator,
        shop_price_decimal_sep: conventions.decimalSeparator,
        shop_price_num_decimals: conventions.priceDecimals,
        shop_weight_unit: conventions.weightUnit,
        shop_dimension_unit: conventions.dimensionUnit,
      };
      const options = new Map<string, unknown>(Object.entries(values));
      await changeOptions(ports, { actor, note }, options);
    },
);
