import { changeOptions } from '../../back-office/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { countries } from '../country.ts';
import { countryCodeInvalid } from '../errors.ts';
import type { OnboardingPorts } from '../ports.ts';

/**
 * Makes currency, the way amounts are written, and units those that are usual in a country; what is counted differently
 * with other decimals is marked, and made anew by whoever refreshes the sums.
 * @throws DomainError `shop_rest_invalid_country_code`
 */
export const setCurrencyAndUnits = useCase(
  { access: 'manage_store', effect: 'write', audit: 'onboarding.units_set' },
  (ports: OnboardingPorts) =>
    async (actor, { countryCode }: { readonly countryCode: string }, { note }): Promise<void> => {
      const habits = countries.get(countryCode);
      if (!habits) throw countryCodeInvalid();
      const values = {
        shop_currency: habits.currency,
        shop_currency_pos: habits.currencyPosition,
        shop_price_thousand_sep: habits.thousandSeparator,
        shop_price_decimal_sep: habits.decimalSeparator,
        shop_price_num_decimals: habits.priceDecimals,
        shop_weight_unit: habits.weightUnit,
        shop_dimension_unit: habits.dimensionUnit,
      };
      const options = new Map<string, unknown>(Object.entries(values));
      await changeOptions(ports, { actor, note }, options);
    },
);
