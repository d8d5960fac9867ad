import { lookup } from 'node:dns/promises';
import { connect, isIP, type Socket } from 'node:net';
import { readAddress, type ServerAddress } from './addresses.ts';
import { DirectoryFailure } from './failure.ts';
import { networkFailure } from './faults.ts';
import type { Visit } from './visit.ts';

/** A server that accepted a connection. */
export interface Reached {
  readonly socket: Socket;
  readonly server: ServerAddress;
}

/** Addresses of one host that are tried; a name that has more is none of a directory. */
const MOST_ADDRESSES = 4;

/**
 * Connects to the first server of the settings that accepts.
 * @throws DirectoryFailure why the last one did not
 */
export async function reach(visit: Visit): Promise<Reached> {
  let last = new DirectoryFailure('host_not_found', 'There is no address to ask.');
  for (const url of visit.access.urls) {
    const server = readAddress(url);
    if (server === undefined)
      throw new DirectoryFailure('host_not_found', 'The address of the directory is not valid.');
    visit.tries?.(server);
    try {
      return { socket: await dial(server, visit), server };
    } catch (error) {
      last = networkFailure(error);
    }
  }
  throw last;
}

/**
 * Connects to one server. Its name is looked up first and the connection made to what was found, so that nobody can
 * change the answer between the check and the use.
 * @throws DirectoryFailure
 */
export async function dial(server: ServerAddress, visit: Visit): Promise<Socket> {
  const { connectTimeoutMs } = visit.access;
  const addresses = visit.hosts
    .permitted(server, await addressesOf(server.host, within(visit, connectTimeoutMs)))
    .slice(0, MOST_ADDRESSES);
  let last: unknown;
  for (const address of addresses) {
    try {
      // Each gets its share, so that one that does not answer leaves time for the others.
      return await open(address, server.port, within(visit, connectTimeoutMs / addresses.length));
    } catch (error) {
      last = error;
    }
  }
  throw networkFailure(last);
}

/** A signal that this much time has passed, or that the visit is over. */
export const within = ({ signal }: Visit, milliseconds: number): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(Math.max(1, Math.ceil(milliseconds)))]);

async function addressesOf(host: string, signal: AbortSignal): Promise<readonly string[]> {
  if (isIP(host) !== 0) return [host];
  try {
    const found = await orTimeout(lookup(host, { all: true, verbatim: true }), signal);
    return found.map(({ address }) => address);
  } catch (error) {
    throw networkFailure(error);
  }
}

/** What a promise gives, unless the signal comes first; what it gives later is nobody's business. */
function orTimeout<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const give = () => reject(new DirectoryFailure('connect_timeout'));
    if (signal.aborted) give();
    signal.addEventListener('abort', give, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', give));
  });
}

function open(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const settle = (settled: () => void) => {
      signal.removeEventListener('abort', give);
      socket.removeAllListeners('connect');
      settled();
    };
    const give = () =>
      settle(() => {
        socket.destroy();
        reject(new DirectoryFailure('connect_timeout'));
      });
    // It stays: an error that comes when nobody waits any more must not end the process.
    socket.on('error', (error) => settle(() => reject(error)));
    socket.once('connect', () => settle(() => resolve(socket)));
    signal.addEventListener('abort', give, { once: true });
    if (signal.aborted) give();
  });
}
