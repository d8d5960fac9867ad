import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Trusted proxies: the number of hops, or their address ranges. */
export type TrustedProxies = number | readonly string[];

/** Returns the client address of a request. */
export type AddressReader = (request: IncomingMessage) => string | undefined;

/** Client of a request, as reported by trusted proxies. */
export interface Client {
  readonly address: string | undefined;
  /** Whether the request reached the outermost trusted proxy by HTTPS. */
  readonly isSecure: boolean;
}

/** Returns the client of a request. */
export type ClientReader = (request: IncomingMessage) => Client;

/**
 * Creates a reader that trusts only those `X-Forwarded-For` entries, from the right, that trusted proxies wrote; without
 * trusted proxies the client is the peer of the connection.
 * @throws Error for a value that is neither an address nor a CIDR range
 */
export function createAddressReader(trusted: TrustedProxies = 0): AddressReader {
  const read = createClientReader(trusted);
  return (request) => read(request).address;
}

/**
 * The same, and whether the request came by HTTPS: by its own connection, or according to the `X-Forwarded-Proto` of a
 * trusted proxy.
 * @throws Error for a value that is neither an address nor a CIDR range
 */
export function createClientReader(trusted: TrustedProxies = 0): ClientReader {
  if (typeof trusted === 'number' ? trusted === 0 : trusted.length === 0)
    return (request) => ({ address: peerOf(request), isSecure: isEncrypted(request) });
  const isTrusted = typeof trusted === 'number' ? (_: string, hop: number) => hop < trusted : inRanges(trusted);
  return (request) => {
    let address = peerOf(request);
    let hops = 0;
    const claimed = String(request.headers['x-forwarded-for'] ?? '').split(',');
    for (let hop = 0; address !== undefined && isTrusted(address, hop); hop += 1) {
      const earlier = addressIn(claimed.pop());
      if (earlier === undefined) break;
      address = earlier;
      hops = hop + 1;
    }
    return {
      address,
      isSecure: isEncrypted(request) || (isTrusted(peerOf(request) ?? '', 0) && saysHttps(request, hops)),
    };
  };
}

const isEncrypted = ({ socket }: IncomingMessage): boolean => 'encrypted' in socket && socket.encrypted === true;

/** Whether all values that trusted proxies can have written are `https`; earlier ones may be forged. */
function saysHttps({ headers }: IncomingMessage, hops: number): boolean {
  const claimed = String(headers['x-forwarded-proto'] ?? '').split(',');
  return claimed.slice(-Math.max(1, hops)).every((word) => word.trim().toLowerCase() === 'https');
}

const peerOf: AddressReader = ({ socket }) => socket.remoteAddress && plain(socket.remoteAddress);

/** Unwraps IPv4-mapped IPv6 addresses. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** Parses one entry of the header; some proxies append the port. */
function addressIn(entry: string | undefined): string | undefined {
  const text = entry?.trim() ?? '';
  const address = plain(/^\[([^\]]*)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text);
  return isIP(address) === 0 ? undefined : address;
}

function inRanges(ranges: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of ranges) addRange(list, range.trim());
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function addRange(list: BlockList, range: string): void {
  const [address = '', bits, ...rest] = range.split('/');
  const version = isIP(address);
  const width = version === 6 ? 128 : 32;
  const isWidth = bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= width);
  if (version === 0 || !isWidth || rest.length > 0) throw new Error(`Not an address or CIDR range: ${range}`);
  list.addSubnet(address, bits === undefined ? width : Number(bits), version === 6 ? 'ipv6' : 'ipv4');
}
