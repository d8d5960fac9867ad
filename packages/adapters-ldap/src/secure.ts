import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import type { DirectoryAccess } from '@backroom/core/identity';
import { BerReader } from 'ldapts';
import type { ServerAddress } from './addresses.ts';
import { deadline } from './dial.ts';
import type { DirectoryRequest } from './directory-request.ts';
import { DirectoryFailure } from './failure.ts';
import { certificateFailure } from './faults.ts';

/** The StartTLS extended request (RFC 4511, 4.14.1), as message 1. */
const startTlsRequest = Buffer.from('\x30\x1d\x02\x01\x01\x77\x18\x80\x161.3.6.1.4.1.1466.20037', 'latin1');
const EXTENDED_RESPONSE = 0x78;
const LONGEST_ANSWER = 4_096;

/** Whether a connection to this server is encrypted before the first bind. */
export const usesTls = (server: ServerAddress, access: DirectoryAccess): boolean => server.isSecure || access.startTls;

/**
 * Starts TLS where configured; a connection on which that fails is closed.
 * @throws DirectoryFailure
 */
export async function secure(socket: Socket, server: ServerAddress, request: DirectoryRequest): Promise<Socket> {
  if (!usesTls(server, request.access)) return socket;
  if (!server.isSecure) await askForTls(socket, deadline(request, request.access.operationTimeoutMs));
  // The TLS socket owns the plain socket from here on and closes it.
  return shakeHands(socket, server, request);
}

/** Sends the StartTLS request; bytes behind the response are refused, because they may be injected. */
async function askForTls(socket: Socket, signal: AbortSignal): Promise<void> {
  try {
    const code = resultCodeIn(await answerTo(startTlsRequest, socket, signal));
    if (code !== 0) throw new DirectoryFailure(code === undefined ? 'protocol_error' : 'starttls_unsupported');
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

function answerTo(request: Buffer, socket: Socket, signal: AbortSignal): Promise<Buffer> {
  return new Promise<Buffer>((resolve, reject) => {
    let bytes = Buffer.alloc(0);
    const settle = (settled: () => void) => {
      signal.removeEventListener('abort', onAbort);
      socket.off('data', read).off('close', end);
      settled();
    };
    const refuse = (failure: DirectoryFailure) => settle(() => reject(failure));
    const onAbort = () => refuse(new DirectoryFailure('operation_timeout'));
    const end = () => refuse(new DirectoryFailure('tls_failed', 'The server ended the connection.'));
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length > LONGEST_ANSWER) refuse(new DirectoryFailure('protocol_error'));
      else if (isWhole(bytes)) settle(() => resolve(bytes));
    };
    socket.on('data', read).on('close', end);
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
    socket.write(request);
  });
}

function isWhole(bytes: Buffer): boolean {
  const reader = new BerReader(bytes);
  try {
    return bytes[0] !== 0x30 || (reader.readSequence() !== null && reader.remain >= reader.length);
  } catch {
    return true;
  }
}

/** The result code of a StartTLS response; undefined when the bytes are anything else. */
function resultCodeIn(bytes: Buffer): number | undefined {
  try {
    const reader = new BerReader(bytes);
    if (reader.readSequence() !== 0x30 || reader.remain !== reader.length) return undefined;
    if (reader.readInt() !== 1 || reader.readSequence() !== EXTENDED_RESPONSE) return undefined;
    return reader.readEnumeration() ?? undefined;
  } catch {
    return undefined;
  }
}

/**
 * Verifies the certificate here, before a byte is sent, instead of in Node: the socket is still open then, so that the
 * failure can name the day of expiry.
 */
function shakeHands(socket: Socket, server: ServerAddress, request: DirectoryRequest): Promise<TLSSocket> {
  const { access } = request;
  const signal = deadline(request, access.connectTimeoutMs);
  return new Promise((resolve, reject) => {
    const secured = connect({ ...identity(server, access), socket, rejectUnauthorized: false });
    const settle = (settled: () => void) => {
      signal.removeEventListener('abort', onAbort);
      settled();
    };
    const refuse = (failure: DirectoryFailure) =>
      settle(() => {
        secured.destroy();
        reject(failure);
      });
    const onAbort = () => refuse(new DirectoryFailure('operation_timeout'));
    secured.on('error', () => refuse(new DirectoryFailure('tls_failed')));
    secured.on('close', () => refuse(new DirectoryFailure('tls_failed')));
    secured.once('secureConnect', () => {
      if (secured.authorized || !access.tlsVerify) settle(() => resolve(secured));
      else refuse(certificateFailure(`${secured.authorizationError}`, expiryOf(secured)));
    });
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}

/** The expected name of the certificate and the trusted authorities. */
function identity(server: ServerAddress, access: DirectoryAccess): ConnectionOptions {
  const name = access.tlsServerName ?? server.host;
  return {
    host: name,
    // SNI must not carry an IP address (RFC 6066, 3).
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(access.caCertificate === null ? {} : { ca: access.caCertificate }),
  };
}

function expiryOf(secured: TLSSocket): Date | undefined {
  const { valid_to: until } = secured.getPeerCertificate();
  return until === undefined ? undefined : new Date(until);
}
