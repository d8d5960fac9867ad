import type { IncomingMessage } from 'node:http';

/** Returns the public base address for a request, without a trailing slash. */
export type PublicUrlReader = (request: IncomingMessage) => string;

/**
 * Creates a reader of base addresses: the configured public one, else the configured host with the port of the connection.
 * The `Host` header is never trusted.
 */
export function createPublicUrlReader({
  publicUrl,
  host = '127.0.0.1',
}: {
  readonly publicUrl?: string | undefined;
  readonly host?: string | undefined;
}): PublicUrlReader {
  const name = hostInUrl(host);
  return ({ socket }) => publicUrl ?? `http://${name}:${socket.localPort}`;
}

/** A wildcard address is replaced by a loopback address. */
const hostInUrl = (host: string): string =>
  ['0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
