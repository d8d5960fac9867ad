import { DomainError } from '../kernel/errors.ts';

/** Unknown country code. */
export const countryCodeInvalid = (): DomainError =>
  new DomainError(
    'malformed',
    'shop_rest_invalid_country_code',
    'Give the code of a country in capitals, like IT (ISO 3166-1 alpha-2).',
  );
