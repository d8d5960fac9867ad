import type { IncomingMessage } from 'node:http';

/** Tells where the world sees the site that a request came to: a base address without a slash at its end. */
export type PublicUrlReader = (request: IncomingMessage) => string;

/**
 * Makes a reader of base addresses: the public one, else the host that was listened on with the port of the connection.
 * What a request says of its host is never believed.
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

/** Whoever listens everywhere is found on this machine. */
const hostInUrl = (host: string): string =>
  ['0.0.0.0', '::', ''].includes(host) ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host;
