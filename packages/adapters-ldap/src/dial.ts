import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { readAddress, type ServerAddress } from './addresses.ts';
import type { DirectoryRequest } from './directory-request.ts';
import { DirectoryFailure } from './failure.ts';
import { networkFailure } from './faults.ts';

/** An open socket, and the server at its other end. */
export interface ServerSocket {
  readonly socket: Socket;
  readonly server: ServerAddress;
}

/** Maximum addresses tried per host. */
const MOST_ADDRESSES = 4;

/**
 * Connects to the first configured server that accepts.
 * @throws DirectoryFailure of the last attempt
 */
export async function connectToFirst(request: DirectoryRequest): Promise<ServerSocket> {
  let last = new DirectoryFailure('host_not_found', 'There is no address to ask.');
  for (const url of request.access.urls) {
    const server = readAddress(url);
    if (server === undefined)
      throw new DirectoryFailure('host_not_found', 'The address of the directory is not valid.');
    request.onAttempt?.(server);
    try {
      return { socket: await dial(server, request), server };
    } catch (error) {
      last = networkFailure(error);
    }
  }
  throw last;
}

/**
 * Connects to one server. The name is resolved once, and the checked addresses are used for the connection, which
 * prevents DNS rebinding.
 * @throws DirectoryFailure
 */
export async function dial(server: ServerAddress, request: DirectoryRequest): Promise<Socket> {
  const { connectTimeoutMs } = request.access;
  const addresses = request.hosts
    .permitted(server, await addressesOf(server.host, deadline(request, connectTimeoutMs)))
    .slice(0, MOST_ADDRESSES);
  let last: unknown;
  for (const address of addresses) {
    try {
      // The timeout is divided among the addresses, so that an unresponsive one leaves time for the others.
      return await open(address, server.port, deadline(request, connectTimeoutMs / addresses.length));
    } catch (error) {
      last = error;
    }
  }
  throw networkFailure(last);
}

/** Aborts after this time (ms), or with the request. */
export const deadline = ({ signal }: DirectoryRequest, milliseconds: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.ceil(milliseconds)))]);

async function addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  try {
    const found = await untilAborted(lookup(host, { all: true, verbatim: true }), signal);
    return found.map(({ address }) => address);
  } catch (error) {
    throw networkFailure(error);
  }
}

/** Rejects with `connect_timeout` when the signal aborts first; a later result of the promise is ignored. */
function untilAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new DirectoryFailure('connect_timeout'));
    if (signal.aborted) onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', onAbort));
  });
}

function open(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const settle = (settled: () => void) => {
      signal.removeEventListener('abort', onAbort);
      socket.removeAllListeners('connect');
      settled();
    };
    const onAbort = () =>
      settle(() => {
        socket.destroy();
        reject(new DirectoryFailure('connect_timeout'));
      });
    // Never removed: an error after settling would otherwise end the process.
    socket.on('error', (error) => settle(() => reject(error)));
    socket.once('connect', () => settle(() => resolve(socket)));
    signal.addEventListener('abort', onAbort, { once: true });
    if (signal.aborted) onAbort();
  });
}
