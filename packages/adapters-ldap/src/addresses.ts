import { BlockList, isIP } from 'node:net';
import { DirectoryFailure } from './failure.ts';

/** A directory server, as an `ldap://` or `ldaps://` address names it. */
export interface ServerAddress {
  /** Whether TLS starts with the connection (`ldaps://`). */
  readonly isSecure: boolean;
  /** A host name or IP address, in lower case and without brackets. */
  readonly host: string;
  readonly port: number;
  /** The normalised address, safe to display. */
  readonly text: string;
}

/** Parses `ldap://host[:port]` and `ldaps://host[:port]`; undefined for anything else, such as a path or a user. */
export function readAddress(text: string): ServerAddress | undefined {
  const match = /^(ldaps?):\/\/(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9][a-z0-9._-]{0,252}))(?::(\d{1,5}))?$/i.exec(text);
  if (match === null) return undefined;
  const [, scheme = '', bracketed, name = '', digits] = match;
  const isSecure = scheme.toLowerCase() === 'ldaps';
  const port = digits === undefined ? (isSecure ? 636 : 389) : Number(digits);
  if (port < 1 || port > 65_535 || (bracketed !== undefined && isIP(bracketed) !== 6)) return undefined;
  const host = (bracketed ?? name).toLowerCase().replace(/\.$/, '');
  const authority = bracketed === undefined ? host : `[${host}]`;
  return { isSecure, host, port, text: `${isSecure ? 'ldaps' : 'ldap'}://${authority}:${port}` };
}

/** Link-local networks and the metadata endpoints of cloud providers, which hand out credentials. */
const alwaysBlocked = new BlockList();
alwaysBlocked.addSubnet('169.254.0.0', 16, 'ipv4');
alwaysBlocked.addSubnet('fe80::', 10, 'ipv6');
alwaysBlocked.addAddress('100.100.100.200', 'ipv4');
alwaysBlocked.addAddress('fd00:ec2::254', 'ipv6');
// The same IPv4 addresses in their IPv6 forms: compatible, translated, NAT64 and, below, 6to4.
for (const prefix of ['::', '::ffff:0:', '64:ff9b::']) {
  alwaysBlocked.addSubnet(`${prefix}a9fe:0`, 112, 'ipv6');
  alwaysBlocked.addAddress(`${prefix}6464:64c8`, 'ipv6');
}
alwaysBlocked.addSubnet('2002:a9fe::', 32, 'ipv6');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** Removes the zone of an IPv6 address (`%eth0`), which does not change its network. */
const withoutZone = (address: string): string => address.replace(/%.*$/, '');

/** Decides which hosts a directory may be on: all but the blocked networks, or only an allow list. */
export class HostRules {
  readonly #names: ReadonlySet<string> | undefined;
  readonly #networks = new BlockList();

  /** @throws RangeError when an entry is neither a host name, an address nor a network such as `10.0.0.0/8` */
  constructor(allowed: readonly string[] | undefined) {
    if (allowed === undefined || allowed.length === 0) return;
    this.#names = new Set(allowed.filter((entry) => !this.#addNetwork(entry)).map(readHostName));
  }

  /** Whether an IP address is refused; host names are checked once they are resolved, by `permitted`. */
  isRefusedByName({ host }: ServerAddress): boolean {
    return isIP(host) !== 0 && this.#permitted(host, [host]).length === 0;
  }

  /**
   * Filters the resolved addresses of a host.
   * @throws DirectoryFailure `network_unreachable` when none is permitted, or one of them is always blocked
   */
  permitted({ host }: ServerAddress, addresses: readonly string[]): readonly string[] {
    const permitted = this.#permitted(host, addresses);
    if (permitted.length > 0) return permitted;
    throw new DirectoryFailure('network_unreachable', 'The address of that host is not one that may be asked.');
  }

  #permitted(host: string, addresses: readonly string[]): readonly string[] {
    const plain = addresses.map(withoutZone);
    if (plain.some((address) => alwaysBlocked.check(address, familyOf(address)))) return [];
    if (this.#names === undefined || this.#names.has(host)) return plain;
    return plain.filter((address) => this.#networks.check(address, familyOf(address)));
  }

  #addNetwork(entry: string): boolean {
    const [, network = '', digits] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(entry.trim()) ?? [];
    const version = isIP(network);
    if (version === 0) return false;
    const longest = version === 6 ? 128 : 32;
    const length = digits === undefined ? longest : Number(digits);
    if (length > longest) throw new RangeError(`${entry} is no network.`);
    this.#networks.addSubnet(network, length, familyOf(network));
    return true;
  }
}

function readHostName(entry: string): string {
  const name = entry.trim().toLowerCase().replace(/\.$/, '');
  if (!/^[a-z0-9][a-z0-9._-]{0,252}$/.test(name)) throw new RangeError(`${entry} is neither a host nor a network.`);
  return name;
}
