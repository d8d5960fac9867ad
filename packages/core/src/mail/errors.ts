import { DomainError } from '../kernel/errors.ts';

/** The server's reply code, if there was one; a number discloses nothing secret. */
const answered = (code: number | undefined): string => (code === undefined ? '' : ` It answered ${code}.`);

/** Permanent failure: the server rejected the message. */
export const mailRefused = (code?: number): DomainError =>
  new DomainError('invalid', 'mail_refused', `The mail server refused the message.${answered(code)}`);

/** Temporary failure: the message was not accepted and may be retried. */
export const mailUnavailable = (code?: number): DomainError =>
  new DomainError('unavailable', 'mail_unavailable', `The mail server did not take the message.${answered(code)}`);

/** Unknown whether the message was accepted: a retry may deliver it twice. */
export const mailUncertain = (): DomainError =>
  new DomainError(
    'conflict',
    'mail_uncertain',
    'The message was handed over, and the mail server did not say whether it took it. Retry it if it did not arrive.',
  );
