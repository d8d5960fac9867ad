import { DomainError } from '../kernel/errors.ts';

/** Unknown country code. */
export const countryCodeInvalid = (): DomainError =>
  new DomainError(
    'malformed',
    'shop_rest_invalid_country_code',
    'Give the code of a country in capitals, like IT (ISO 3166-1 alpha-2).',
  );

/** No such task, or it does not allow the change. */
export const taskInvalid = (): DomainError =>
  new DomainError('not-found', 'shop_rest_invalid_task', 'There is no such task, or it does not allow this.');
export const taskListInvalid = (): DomainError =>
  new DomainError('not-found', 'shop_rest_invalid_task_list', 'There is no such task list.');
