import { DomainError } from '@backroom/core';
import { type DirectoryFault, directoryUnavailable } from '@backroom/core/identity';

const sentences: Readonly<Record<DirectoryFault, string>> = {
  host_not_found: 'The name of the host is not known.',
  connection_refused: 'The host refuses connections to that port.',
  connect_timeout: 'The host did not answer in time.',
  network_unreachable: 'The host is unreachable.',
  certificate_expired: 'The server certificate is not valid at this time.',
  certificate_untrusted: 'The server certificate is not signed by a trusted authority.',
  certificate_name_mismatch: 'The server certificate is for another name.',
  starttls_unsupported: 'The server does not do StartTLS.',
  tls_failed: 'The TLS handshake failed.',
  invalid_credentials: 'The directory does not accept the name and password of the service account.',
  bind_refused: 'The directory refuses the service account.',
  confidentiality_required: 'The directory accepts passwords over encrypted connections only.',
  no_such_base: 'The directory has no such base, or does not show it to the service account.',
  insufficient_access: 'The service account may not read this entry.',
  filter_invalid: 'The search filter cannot be used.',
  no_entries: 'No entry matches the search filter.',
  size_limit: 'The directory gives fewer entries than were asked for.',
  operation_timeout: 'The directory did not answer in time.',
  referral: 'The directory refers to another server; referrals are not followed.',
  user_not_found: 'No person of that name matches the search filter.',
  user_ambiguous: 'More than one person matches that name.',
  user_password_wrong: 'The directory does not accept that password.',
  group_missing: 'A group cannot be found.',
  group_lookup_failed: 'The members of a group cannot be determined.',
  protocol_error: 'The directory sent an unexpected response.',
};

/** A failed directory operation. Messages are our own: those of servers and libraries may leak details. */
export class DirectoryFailure extends Error {
  override readonly name = 'DirectoryFailure';
  readonly code: DirectoryFault;

  constructor(code: DirectoryFault, message: string = sentences[code]) {
    super(message);
    this.code = code;
  }
}

/** The error that the port declares, with a `DirectoryFailure` as cause. */
export const asUnavailable = (error: unknown): DomainError =>
  error instanceof DomainError ? error : directoryUnavailable(asFailure(error));

/** Maps unknown errors to `protocol_error`. */
export const asFailure = (error: unknown): DirectoryFailure =>
  error instanceof DirectoryFailure ? error : new DirectoryFailure('protocol_error');
