import { BlockList, isIP } from 'node:net';
import { DirectoryFailure } from './failure.ts';

/** Where a server listens, and whether TLS begins at once. */
export interface ServerAddress {
  readonly isSecure: boolean;
  /** A name or an address, in lower case and without brackets. */
  readonly host: string;
  readonly port: number;
  /** The address as a text that may be shown. */
  readonly text: string;
}

/** Reads `ldap://` and `ldaps://` with host and perhaps a port; undefined when there is anything else in it. */
export function readAddress(text: string): ServerAddress | undefined {
  const match = /^(ldaps?):\/\/(?:\[([0-9a-f:.]{2,45})\]|([a-z0-9][a-z0-9._-]{0,252}))(?::(\d{1,5}))?$/i.exec(text);
  if (match === null) return undefined;
  const [, scheme = '', bracketed, name = '', digits] = match;
  const isSecure = scheme.toLowerCase() === 'ldaps';
  const port = digits === undefined ? (isSecure ? 636 : 389) : Number(digits);
  if (port < 1 || port > 65_535 || (bracketed !== undefined && isIP(bracketed) !== 6)) return undefined;
  const host = (bracketed ?? name).toLowerCase().replace(/\.$/, '');
  const shown = bracketed === undefined ? host : `[${host}]`;
  return { isSecure, host, port, text: `${isSecure ? 'ldaps' : 'ldap'}://${shown}:${port}` };
}

/** Addresses that machines of a cloud ask for their own secrets, and those of one link only. */
const neverAsked = new BlockList();
neverAsked.addSubnet('169.254.0.0', 16, 'ipv4');
neverAsked.addSubnet('fe80::', 10, 'ipv6');
neverAsked.addAddress('100.100.100.200', 'ipv4');
neverAsked.addAddress('fd00:ec2::254', 'ipv6');
// The same as the first, spelled in the ways in which IPv6 spells addresses of IPv4.
for (const prefix of ['::', '::ffff:0:', '64:ff9b::']) {
  neverAsked.addSubnet(`${prefix}a9fe:0`, 112, 'ipv6');
  neverAsked.addAddress(`${prefix}6464:64c8`, 'ipv6');
}
neverAsked.addSubnet('2002:a9fe::', 32, 'ipv6');

const familyOf = (address: string): 'ipv4' | 'ipv6' => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** An address of IPv6 may end in the name of an interface, which says nothing about where it leads. */
const withoutZone = (address: string): string => address.replace(/%.*$/, '');

/** Says which hosts may be asked at all. */
export class HostRules {
  readonly #names: ReadonlySet<string> | undefined;
  readonly #networks = new BlockList();

  /** @throws RangeError when an entry is neither a host name, an address nor a network such as `10.0.0.0/8` */
  constructor(allowed: readonly string[] | undefined) {
    if (allowed === undefined || allowed.length === 0) return;
    this.#names = new Set(allowed.filter((entry) => !this.#addNetwork(entry)).map(readHostName));
  }

  /** Whether a host may be asked, as far as its name tells. */
  isRefusedByName({ host }: ServerAddress): boolean {
    return isIP(host) !== 0 && this.#permitted(host, [host]).length === 0;
  }

  /**
   * The addresses of a host that may be asked.
   * @throws DirectoryFailure when there is none, and when one of them is never asked
   */
  permitted({ host }: ServerAddress, addresses: readonly string[]): readonly string[] {
    const permitted = this.#permitted(host, addresses);
    if (permitted.length > 0) return permitted;
    throw new DirectoryFailure('network_unreachable', 'The address of that host is not one that may be asked.');
  }

  #permitted(host: string, addresses: readonly string[]): readonly string[] {
    const plain = addresses.map(withoutZone);
    if (plain.some((address) => neverAsked.check(address, familyOf(address)))) return [];
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
