import { isIP } from 'node:net';
import { outboundRefused } from '@backroom/core/outbound';
import { type AllowList, hostOf, portOf } from './allow-list.ts';
import { isPublicAddress } from './public-address.ts';

/** Names that lead to this machine or its network, whatever they resolve to. */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal)$/;

/** What the rules need to know of the configuration. */
export interface RuleOptions {
  readonly allowed: AllowList;
  readonly ports: ReadonlySet<number>;
}

/** A URL that passed the rules; the addresses of its host are still to be checked unless it is exempt. */
export interface OutboundTarget {
  readonly url: URL;
  readonly host: string;
  readonly isExempt: boolean;
}

/**
 * Checks everything about a URL that can be checked without resolving its host.
 * @throws DomainError `outbound_refused`
 */
export function targetOf(text: string, requiresTls: boolean, { allowed, ports }: RuleOptions): OutboundTarget {
  if (!URL.canParse(text)) throw outboundRefused('the URL is invalid');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw outboundRefused('the scheme is not http or https');
  if (url.username !== '' || url.password !== '') throw outboundRefused('the URL contains credentials');
  const host = hostOf(url);
  if (host === '') throw outboundRefused('the host is empty');
  if (allowed.has(url)) return { url, host, isExempt: true };
  if (requiresTls && url.protocol !== 'https:') throw outboundRefused('the scheme is not https');
  if (!ports.has(portOf(url))) throw outboundRefused('the port is not allowed');
  if (host.startsWith('[')) throw outboundRefused('the host is an IPv6 address');
  if (PRIVATE_NAMES.test(host)) throw outboundRefused('the name is reserved for private networks');
  if (isIP(host) !== 0) demandPublic(host);
  return { url, host, isExempt: false };
}

/**
 * Refuses an address that does not belong to the public internet.
 * @throws DomainError `outbound_refused`
 */
export function demandPublic(address: string): void {
  if (!isPublicAddress(address)) throw outboundRefused(`the address ${address} is not public`);
}
