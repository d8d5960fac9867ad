import { DomainError, invalidField } from '../kernel/errors.ts';

const withoutAddress = 'The account has no e-mail address.';

/** The account has no e-mail address; `member` names the input that asks for mail. */
export const noMailAddress = (member?: string): DomainError =>
  member === undefined
    ? new DomainError('invalid', 'mail_no_address', withoutAddress)
    : invalidField(member, 'mail_no_address', withoutAddress);
