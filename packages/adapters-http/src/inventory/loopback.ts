import type { IncomingMessage } from 'node:http';
import { isIPv4 } from 'node:net';

/** Names of headers that proxies add (RFC 7239; the older names). */
const forwardingHeaders = ['forwarded', 'via', 'x-real-ip'];

/**
 * Whether a request was made on this machine and addressed to it: the peer of the socket and the name in `Host` are those of
 * loopback, so that neither a proxy nor a name that an attacker resolves to 127.0.0.1 passes. An unknown peer does not.
 */
export function isOnLoopback({ socket, headers }: IncomingMessage): boolean {
  const isForwarded = Object.keys(headers).some(
    (name) => forwardingHeaders.includes(name) || name.startsWith('x-forwarded-'),
  );
  return !isForwarded && isLoopbackAddress(socket.remoteAddress ?? '') && isLoopbackHost(headers.host ?? '');
}

function isLoopbackAddress(address: string): boolean {
  const plain = address.startsWith('::ffff:') ? address.slice(7) : address;
  return plain === '::1' || (isIPv4(plain) && plain.startsWith('127.'));
}

function isLoopbackHost(host: string): boolean {
  const name = /^(\[::1\]|[^:[\]]+)(?::\d+)?$/.exec(host)?.[1]?.toLowerCase() ?? '';
  return name === 'localhost' || name === '[::1]' || isLoopbackAddress(name);
}
