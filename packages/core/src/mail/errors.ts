import { DomainError } from '../kernel/errors.ts';

/** What the server answered, if it did: a number says nothing that has to be kept secret. */
const answered = (code: number | undefined): string => (code === undefined ? '' : ` It answered ${code}.`);

/** The message will not be taken, however often it is sent. */
export const mailRefused = (code?: number): DomainError =>
  new DomainError('invalid', 'mail_refused', `The mail server refused the message.${answered(code)}`);

/** The message was not taken, and may be later. */
export const mailUnavailable = (code?: number): DomainError =>
  new DomainError('unavailable', 'mail_unavailable', `The mail server did not take the message.${answered(code)}`);

/** Nobody knows whether the message was taken: sending it again may bring it twice. */
export const mailUncertain = (): DomainError =>
  new DomainError(
    'conflict',
    'mail_uncertain',
    'The message was handed over, and the mail server did not say whether it took it. Retry it if it did not arrive.',
  );
