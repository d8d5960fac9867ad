import { DomainError } from '../kernel/errors.ts';
import type { CoreSettings } from '../kernel/settings.ts';
import { redirectForeign } from './errors.ts';

/** Maximum length of an address. */
export const ADDRESS_LENGTH = 2_000;

/** The origin of an absolute http(s) address without credentials, in lower case without default port; undefined for others. */
export function originOf(address: string): string | undefined {
  const [, scheme = '', authority = ''] =
    /^(https?):\/\/((?:[a-z0-9._~-]+|\[[0-9a-f:.]+\])(?::[0-9]{1,5})?)(?:[/?#].*)?$/i.exec(address.toLowerCase()) ?? [];
  if (authority === '') return undefined;
  return `${scheme}://${authority.replace(scheme === 'https' ? /:443$/ : /:80$/, '')}`;
}

/** One spelling of a base address: origin in lower case, no trailing slash. */
export const plainAddress = (address: string): string =>
  (originOf(address) ?? '') + (/^https?:\/\/[^/]*(\/.*)?$/i.exec(address)?.[1] ?? '').replace(/\/+$/, '');

/**
 * Checks where a browser is sent: an address of this site, or of an origin that is allowed. A path is one of this site.
 * @throws DomainError `validation_failed`
 */
export function acceptRedirect(
  address: string,
  { baseUrl, settings }: { readonly baseUrl: string; readonly settings: Pick<CoreSettings, 'connectorRedirects'> },
): string {
  const origin = originOf(baseUrl);
  // Browsers read a backslash as a slash, and skip blanks and control characters.
  if (!/^[\x21-\x5b\x5d-\x7e]+$/.test(address) || address.length > ADDRESS_LENGTH) throw redirectForeign();
  if (/^\/(?!\/)/.test(address)) return `${origin}${address}`;
  const wanted = originOf(address);
  const allowed = [origin, ...settings.connectorRedirects.map(originOf)];
  if (wanted === undefined || !allowed.includes(wanted)) throw redirectForeign();
  return address;
}

/** Addresses that decide where a browser may return to. */
interface ReturnPlaces {
  readonly baseUrl: string;
  /** Base address of the other site; null without one. */
  readonly remoteUrl: string | null;
  readonly settings: Pick<CoreSettings, 'connectorRedirects'>;
}

/** Where a browser returns to after a decision: the other site, or as `acceptRedirect`; undefined for other addresses. */
export function returnAddress(address: string, { remoteUrl, ...places }: ReturnPlaces): string | undefined {
  try {
    const isRemote = remoteUrl !== null && originOf(address) === originOf(remoteUrl);
    return isRemote ? acceptRedirect(address, { ...places, baseUrl: remoteUrl }) : acceptRedirect(address, places);
  } catch (error) {
    if (error instanceof DomainError) return undefined;
    throw error;
  }
}
