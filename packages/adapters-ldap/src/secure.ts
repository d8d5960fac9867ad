import { isIP, type Socket } from 'node:net';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import type { DirectoryAccess } from '@backroom/core';
import { BerReader } from 'ldapts';
import type { ServerAddress } from './addresses.ts';
import { within } from './dial.ts';
import { DirectoryFailure } from './failure.ts';
import { certificateFailure } from './faults.ts';
import type { Visit } from './visit.ts';

/** An extended request (RFC 4511, 4.12) with the name of StartTLS, as message 1. */
const startTlsRequest = Buffer.from('\x30\x1d\x02\x01\x01\x77\x18\x80\x161.3.6.1.4.1.1466.20037', 'latin1');
const EXTENDED_RESPONSE = 0x78;
const LONGEST_ANSWER = 4_096;

/** Whether a connection to this server is encrypted before anything is said. */
export const usesTls = (server: ServerAddress, access: DirectoryAccess): boolean => server.isSecure || access.startTls;

/**
 * Encrypts a connection where the settings say so; one that cannot be encrypted is ended and never used.
 * @throws DirectoryFailure
 */
export async function secure(socket: Socket, server: ServerAddress, visit: Visit): Promise<Socket> {
  if (!usesTls(server, visit.access)) return socket;
  if (!server.isSecure) await askForTls(socket, within(visit, visit.access.operationTimeoutMs));
  // From here on the encrypted connection owns the other one, and ends it.
  return shakeHands(socket, server, visit);
}

/** Asks for TLS in clear and reads the answer; a byte more than the answer was not sent by an honest server. */
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
      signal.removeEventListener('abort', give);
      socket.off('data', read).off('close', end);
      settled();
    };
    const refuse = (failure: DirectoryFailure) => settle(() => reject(failure));
    const give = () => refuse(new DirectoryFailure('operation_timeout'));
    const end = () => refuse(new DirectoryFailure('tls_failed', 'The server ended the connection.'));
    const read = (chunk: Buffer) => {
      bytes = Buffer.concat([bytes, chunk]);
      if (bytes.length > LONGEST_ANSWER) refuse(new DirectoryFailure('protocol_error'));
      else if (isWhole(bytes)) settle(() => resolve(bytes));
    };
    socket.on('data', read).on('close', end);
    signal.addEventListener('abort', give, { once: true });
    if (signal.aborted) give();
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

/** The result code of the answer to StartTLS; undefined when that is no such answer, or not all there is. */
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
 * What Node finds is looked at here, before a byte is sent, instead of by Node: that way the certificate can still be
 * read, and the day it ended be told.
 */
function shakeHands(socket: Socket, server: ServerAddress, visit: Visit): Promise<TLSSocket> {
  const { access } = visit;
  const signal = within(visit, access.connectTimeoutMs);
  return new Promise((resolve, reject) => {
    const secured = connect({ ...identity(server, access), socket, rejectUnauthorized: false });
    const settle = (settled: () => void) => {
      signal.removeEventListener('abort', give);
      settled();
    };
    const refuse = (failure: DirectoryFailure) =>
      settle(() => {
        secured.destroy();
        reject(failure);
      });
    const give = () => refuse(new DirectoryFailure('operation_timeout'));
    secured.on('error', () => refuse(new DirectoryFailure('tls_failed')));
    secured.on('close', () => refuse(new DirectoryFailure('tls_failed')));
    secured.once('secureConnect', () => {
      if (secured.authorized || !access.tlsVerify) settle(() => resolve(secured));
      else refuse(certificateFailure(`${secured.authorizationError}`, expiryOf(secured)));
    });
    signal.addEventListener('abort', give, { once: true });
    if (signal.aborted) give();
  });
}

/** Whom the certificate has to name, and whose signature counts. */
function identity(server: ServerAddress, access: DirectoryAccess): ConnectionOptions {
  const name = access.tlsServerName ?? server.host;
  return {
    host: name,
    // An address is no name, and must not be sent as one (RFC 6066, 3).
    ...(isIP(name) === 0 ? { servername: name } : {}),
    ...(access.caCertificate === null ? {} : { ca: access.caCertificate }),
  };
}

function expiryOf(secured: TLSSocket): Date | undefined {
  const { valid_to: until } = secured.getPeerCertificate();
  return until === undefined ? undefined : new Date(until);
}
