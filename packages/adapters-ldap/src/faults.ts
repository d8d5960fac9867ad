import type { DirectoryFault } from '@backroom/core/identity';
import { ResultCodeError } from 'ldapts';
import { DirectoryFailure } from './failure.ts';

/** System error codes of name resolution and connect. */
const networkFaults: Readonly<Record<string, DirectoryFault>> = {
  ENOTFOUND: 'host_not_found',
  ENODATA: 'host_not_found',
  EAI_AGAIN: 'host_not_found',
  EAI_FAIL: 'host_not_found',
  EAI_NODATA: 'host_not_found',
  EAI_NONAME: 'host_not_found',
  ECONNREFUSED: 'connection_refused',
  ECONNRESET: 'connection_refused',
  ETIMEDOUT: 'connect_timeout',
};

/** Verification errors of OpenSSL and Node; all others mean an untrusted certificate. */
const certificateFaults: Readonly<Record<string, DirectoryFault>> = {
  CERT_HAS_EXPIRED: 'certificate_expired',
  CERT_NOT_YET_VALID: 'certificate_expired',
  ERR_TLS_CERT_ALTNAME_INVALID: 'certificate_name_mismatch',
};

/** Result codes of LDAP (RFC 4511, appendix A), for every operation but a bind. */
const resultFaults: Readonly<Record<number, DirectoryFault>> = {
  // operationsError: returned by some servers to unauthenticated clients.
  1: 'insufficient_access',
  3: 'operation_timeout',
  4: 'size_limit',
  8: 'confidentiality_required',
  10: 'referral',
  11: 'size_limit',
  13: 'confidentiality_required',
  18: 'filter_invalid',
  32: 'no_such_base',
  34: 'no_such_base',
  50: 'insufficient_access',
};

/** Result codes of a bind by the service account. */
const bindFaults: Readonly<Record<number, DirectoryFault>> = {
  ...resultFaults,
  1: 'bind_refused',
  7: 'bind_refused',
  19: 'bind_refused',
  32: 'invalid_credentials',
  34: 'bind_refused',
  48: 'bind_refused',
  49: 'invalid_credentials',
  50: 'bind_refused',
  53: 'bind_refused',
};

/** Result codes that refuse the credentials of a person. */
const refusalsOfPeople: ReadonlySet<number> = new Set([19, 32, 48, 49, 50, 53]);

/** Maps an error of name resolution or connect. */
export const networkFailure = (error: unknown): DirectoryFailure =>
  error instanceof DirectoryFailure
    ? error
    : new DirectoryFailure(networkFaults[codeOf(error)] ?? 'network_unreachable');

/** Maps a verification error of OpenSSL or Node; the message of an expired certificate names the day. */
export const certificateFailure = (code: string, expiresAt: Date | undefined): DirectoryFailure => {
  if (code !== 'CERT_HAS_EXPIRED' || expiresAt === undefined || Number.isNaN(expiresAt.getTime()))
    return new DirectoryFailure(certificateFaults[code] ?? 'certificate_untrusted');
  const day = expiresAt.toISOString().slice(0, 10);
  return new DirectoryFailure('certificate_expired', `The server certificate expired on ${day}.`);
};

/** Maps an error of an operation; a failure that ended the connection takes precedence. */
export function operationFailure(
  error: unknown,
  operation: 'bind' | 'search',
  ended: DirectoryFailure | undefined,
): DirectoryFailure {
  if (error instanceof DirectoryFailure) return error;
  if (ended) return ended;
  if (error instanceof ResultCodeError) {
    const known = (operation === 'bind' ? bindFaults : resultFaults)[error.code];
    return known
      ? new DirectoryFailure(known)
      : new DirectoryFailure('protocol_error', `The directory refused the request with the result code ${error.code}.`);
  }
  // The library has no error type for timeouts.
  if (error instanceof Error && /timed out$/.test(error.message)) return new DirectoryFailure('operation_timeout');
  return new DirectoryFailure('protocol_error');
}

/** Whether a bind failed because of the person's credentials, not because of the server. */
export const refusesPerson = (error: unknown): boolean =>
  error instanceof ResultCodeError && refusalsOfPeople.has(error.code);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
