import { DomainError } from '../kernel/errors.ts';

/** The rules for outbound requests forbid the URL or a redirect; repeating the request is useless. The reason is for the log. */
export const outboundRefused = (reason: string): DomainError =>
  new DomainError(
    'invalid',
    'outbound_refused',
    'This server may not send requests to this address.',
    {},
    new Error(reason),
  );

/** No complete answer within the limits; the request may be repeated later. The reason is for the log. */
export const outboundFailed = (reason: string): DomainError =>
  new DomainError('unavailable', 'outbound_failed', 'The other server gave no usable answer.', {}, new Error(reason));
