import { DomainError } from '../kernel/errors.ts';

/** The account has no e-mail address. */
export const noMailAddress = (): DomainError =>
  new DomainError('invalid', 'mail_no_address', 'The account has no e-mail address.');
