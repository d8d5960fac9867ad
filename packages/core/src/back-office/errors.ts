import { DomainError, type FieldProblem, invalidField } from '../kernel/errors.ts';

/** Among these names is one that nobody may read here. */
export const optionsNotReadable = (): DomainError =>
  new DomainError('forbidden', 'shop_rest_cannot_view', 'You are not allowed to view these options.');

/** Among these names is one that nobody may change here. */
export const optionsNotWritable = (): DomainError =>
  new DomainError('forbidden', 'shop_rest_cannot_update', 'You are not allowed to change these options.');

/** Nobody said which options. */
export const optionNamesMissing = (): DomainError =>
  new DomainError('malformed', 'shop_rest_cannot_view', 'Name the options that you want to read, separated by commas.');

/** What was sent is no object of options. */
export const optionsMissing = (): DomainError =>
  new DomainError('malformed', 'shop_rest_cannot_update', 'Send an object with the options that you want to change.');

/** More options than one request may name. */
export const tooManyOptions = (most: number): DomainError =>
  invalidField('options', 'validation_failed', `At most ${most} options can be named at once.`);

/** Values that cannot be kept, each fault named. */
export const valuesInvalid = (fields: readonly FieldProblem[]): DomainError => {
  const names = [...new Set(fields.map(({ path }) => String(path[0])))].join(', ');
  return new DomainError('invalid', 'validation_failed', `Invalid parameter(s): ${names}`, { fields });
};

/** A browser sent this without the word that only our own pages know. */
export const noticeNonceWrong = (): DomainError =>
  new DomainError('unauthenticated', 'unauthorized', 'The page is too old: load it again.');

/** Nobody said which experiment. */
export const experimentNameRequired = (): DomainError =>
  new DomainError('malformed', 'shop_rest_experiment_name_required', 'Name the experiment.');

/** No experiment is called so. */
export const testNameInvalid = (): DomainError =>
  new DomainError('malformed', 'invalid_test_name', 'The name of an experiment has lower-case letters, digits and _.');

/** Nobody can be told from others by this. */
export const anonIdInvalid = (): DomainError =>
  new DomainError('malformed', 'invalid_anon_id', 'An anonymous id has 1 to 200 characters.');
