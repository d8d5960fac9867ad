import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Whose word about the client's address is taken: so many proxies in front of us, or those in these address ranges. */
export type TrustedProxies = number | readonly string[];

/** Tells the address a request came from. */
export type AddressReader = (request: IncomingMessage) => string | undefined;

/** What is known of whoever sent a request, as far as trusted proxies tell it. */
export interface Client {
  readonly address: string | undefined;
  /** Whether it came by HTTPS to the outermost proxy that is trusted. */
  readonly isSecure: boolean;
}

/** Tells who sent a request, and how. */
export type ClientReader = (request: IncomingMessage) => Client;

/**
 * Makes a reader that believes `X-Forwarded-For` only as far as trusted proxies wrote it, from the right; without
 * trusted proxies the client is whoever opened the connection.
 * @throws Error for something that is neither an address nor a CIDR range
 */
export function createAddressReader(trusted: TrustedProxies = 0): AddressReader {
  const read = createClientReader(trusted);
  return (request) => read(request).address;
}

/**
 * The same, and whether the request came by HTTPS: by its own connection, or by what `X-Forwarded-Proto` of a trusted
 * proxy says.
 * @throws Error for something that is neither an address nor a CIDR range
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

/** Whether every word is for it that trusted proxies can have written; what stands before those is anybody's. */
function saysHttps({ headers }: IncomingMessage, hops: number): boolean {
  const claimed = String(headers['x-forwarded-proto'] ?? '').split(',');
  return claimed.slice(-Math.max(1, hops)).every((word) => word.trim().toLowerCase() === 'https');
}

const peerOf: AddressReader = ({ socket }) => socket.remoteAddress && plain(socket.remoteAddress);

/** IPv4 in its own form, also where the system reports it inside IPv6. */
const plain = (address: string): string => (address.startsWith('::ffff:') ? address.slice(7) : address);

/** One entry of the header; some proxies write the port behind the address. */
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
