import { type DirectoryFault, DomainError, directoryUnavailable } from '@backroom/core';

const sentences: Readonly<Record<DirectoryFault, string>> = {
  host_not_found: 'The name of the host is not known.',
  connection_refused: 'The host refuses connections to that port.',
  connect_timeout: 'The host did not answer in time.',
  network_unreachable: 'The host cannot be reached from here.',
  certificate_expired: 'The server certificate is not valid at this time.',
  certificate_untrusted: 'The server certificate was not signed by an authority that is believed here.',
  certificate_name_mismatch: 'The server certificate is for another name.',
  starttls_unsupported: 'The server does not do StartTLS.',
  tls_failed: 'No encrypted connection could be agreed on.',
  invalid_credentials: 'The directory does not accept the name and password of the service account.',
  bind_refused: 'The directory refuses the service account.',
  confidentiality_required: 'The directory takes passwords over encrypted connections only.',
  no_such_base: 'The directory has no such base, or does not show it to the service account.',
  insufficient_access: 'The service account may not read that.',
  filter_invalid: 'The search filter cannot be used.',
  no_entries: 'Nobody fits the search filter.',
  size_limit: 'The directory gives fewer entries than were asked for.',
  operation_timeout: 'The directory did not answer in time.',
  referral: 'The directory points to another server, which is not asked.',
  user_not_found: 'Nobody of that name fits the search filter.',
  user_ambiguous: 'More than one person fits that name.',
  user_password_wrong: 'The directory does not accept that password.',
  group_missing: 'A group cannot be found.',
  group_lookup_failed: 'The directory does not say who is in a group.',
  protocol_error: 'The directory gave an answer that makes no sense here.',
};

/** Something went wrong with a directory; in sentences of our own, because those of servers and libraries tell too much. */
export class DirectoryFailure extends Error {
  override readonly name = 'DirectoryFailure';
  readonly code: DirectoryFault;

  constructor(code: DirectoryFault, message: string = sentences[code]) {
    super(message);
    this.code = code;
  }
}

/** What the port promises to throw: whatever went wrong, its cause is a failure in our words. */
export const asUnavailable = (error: unknown): DomainError =>
  error instanceof DomainError ? error : directoryUnavailable(asFailure(error));

/** Whatever was thrown as a failure in our words. */
export const asFailure = (error: unknown): DirectoryFailure =>
  error instanceof DirectoryFailure ? error : new DirectoryFailure('protocol_error');
