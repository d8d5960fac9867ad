import { DomainError, type FieldProblem, invalidField } from '../kernel/errors.ts';

/** At least one of the options is not readable. */
export const optionsNotReadable = (): DomainError =>
  new DomainError('forbidden', 'shop_rest_cannot_view', 'You are not allowed to view these options.');

/** At least one of the options is not writable. */
export const optionsNotWritable = (): DomainError =>
  new DomainError('forbidden', 'shop_rest_cannot_update', 'You are not allowed to change these options.');

/** The parameter `options` is missing or empty. */
export const optionNamesMissing = (): DomainError =>
  new DomainError('malformed', 'shop_rest_cannot_view', 'Name the options that you want to read, separated by commas.');

/** The body is not an object of options. */
export const optionsMissing = (): DomainError =>
  new DomainError('malformed', 'shop_rest_cannot_update', 'Send an object with the options that you want to change.');

/** More than `most` options in one request. */
export const tooManyOptions = (most: number): DomainError =>
  invalidField('options', 'validation_failed', `At most ${most} options can be named at once.`);

/** Invalid option values, with all faults. */
export const valuesInvalid = (fields: readonly FieldProblem[]): DomainError => {
  const names = [...new Set(fields.map(({ path }) => String(path[0])))].join(', ');
  return new DomainError('invalid', 'validation_failed', `Invalid parameter(s): ${names}`, { fields });
};

/** A request with a session cookie lacks the anti-forgery nonce. */
export const noticeNonceWrong = (): DomainError =>
  new DomainError('unauthenticated', 'unauthorized', 'The page is too old: load it again.');

/** The experiment's name is missing. */
export const experimentNameRequired = (): DomainError =>
  new DomainError('malformed', 'shop_rest_experiment_name_required', 'Name the experiment.');

/** The experiment's name has invalid characters. */
export const testNameInvalid = (): DomainError =>
  new DomainError('malformed', 'invalid_test_name', 'The name of an experiment has lower-case letters, digits and _.');

/** The anonymous id is empty or too long. */
export const anonIdInvalid = (): DomainError =>
  new DomainError('malformed', 'invalid_anon_id', 'An anonymous id has 1 to 200 characters.');
