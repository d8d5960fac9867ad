import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** 2000::/3, the only part of IPv6 that is assigned to public addresses. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Whether an IP address belongs to the public internet. Private, shared, loopback, link-local, multicast, reserved and
 * documentation ranges do not, nor do IPv6 addresses that carry an IPv4 address (mapped, translated, 6to4, Teredo).
 */
export function isPublicAddress(text: string): boolean {
  if (isIP(text) === 0) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return true;
  return address.match(globalUnicast);
}
