import type { IncomingMessage } from 'node:http';
import { isIP, type Socket } from 'node:net';
import proxyAddr from 'proxy-addr';

/** Trusted proxies: the number of hops, or their address ranges. */
export type TrustedProxies = number | readonly string[];

/** Client of a request, as reported by trusted proxies. */
export interface Client {
  readonly address: string | undefined;
  /** Whether the request reached the outermost trusted proxy by HTTPS. */
  readonly isSecure: boolean;
}

/** Returns the client of a request. */
export type ClientReader = (request: IncomingMessage) => Client;

/**
 * Creates a reader that trusts only those entries of `X-Forwarded-For`, from the right, that trusted proxies wrote, and reads
 * from `X-Forwarded-Proto` whether the request came by HTTPS. Without trusted proxies the client is the peer of the connection.
 * @throws Error for a value that is neither an address nor a CIDR range
 */
export function createClientReader(trusted: TrustedProxies = 0): ClientReader {
  if (typeof trusted === 'number' ? trusted === 0 : trusted.length === 0) return peerOf;
  const isTrusted = typeof trusted === 'number' ? (_: string, hop: number) => hop < trusted : inRanges(trusted);
  return (request) => {
    const addresses = addressesOf(request, isTrusted);
    const [peer = ''] = addresses;
    return {
      address: addresses.at(-1),
      isSecure: isEncrypted(request.socket) || (isTrusted(peer, 0) && saysHttps(request, addresses.length - 1)),
    };
  };
}

/** The peers of connections, which stay the same. */
const peers = new WeakMap<Socket, Client>();

function peerOf({ socket }: IncomingMessage): Client {
  let peer = peers.get(socket);
  if (!peer) {
    peer = { address: addressIn(socket.remoteAddress), isSecure: isEncrypted(socket) };
    peers.set(socket, peer);
  }
  return peer;
}

type Trust = (address: string, hop: number) => boolean;

/** The peer and the trusted proxies before it, up to the client; ends at an entry that is no address. */
function addressesOf(request: IncomingMessage, isTrusted: Trust): readonly string[] {
  const entries = proxyAddr.all(request, (entry, hop) => isTrusted(addressIn(entry) ?? '', hop));
  const addresses = entries.map(addressIn);
  const end = addresses.indexOf(undefined);
  return (end < 0 ? addresses : addresses.slice(0, end)) as readonly string[];
}

const isEncrypted = (socket: Socket): boolean => 'encrypted' in socket && socket.encrypted === true;

/** Whether all values that trusted proxies can have written are `https`; earlier ones may be forged. */
function saysHttps({ headers }: IncomingMessage, hops: number): boolean {
  const claimed = String(headers['x-forwarded-proto'] ?? '').split(',');
  return claimed.slice(-Math.max(1, hops)).every((word) => word.trim().toLowerCase() === 'https');
}

/** Unwraps IPv4-mapped IPv6 addresses. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** Parses one address; some proxies append the port. */
function addressIn(entry: string | undefined): string | undefined {
  const text = entry?.trim() ?? '';
  const address = plain(/^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text);
  return isIP(address) === 0 ? undefined : address;
}

function inRanges(ranges: readonly string[]): Trust {
  const each = ranges.map(inRange);
  return (address, hop) => each.some((isInside) => isInside(address, hop));
}

function inRange(range: string): Trust {
  try {
    return proxyAddr.compile(range.trim());
  } catch (cause) {
    throw new Error(`Not an address or CIDR range: ${range}`, { cause });
  }
}
