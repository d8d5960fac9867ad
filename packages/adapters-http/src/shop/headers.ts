import type { ShopNames, ShopRequest } from '@backroom/core/interface';
import { securityHeaders } from '../common/security-headers.ts';

/** Builds the headers of every response of the shop interface. */
export interface ShopHeaders {
  /** Headers that depend on the base address only. */
  common(baseUrl: string): Readonly<Record<string, string>>;
  /** CORS headers, for requests with an `Origin`. */
  cors(request: ShopRequest): Readonly<Record<string, string>>;
  /** Headers of private responses, which no cache may store. */
  readonly unkept: Readonly<Record<string, string>>;
}

const methods = 'OPTIONS, GET, POST, PUT, PATCH, DELETE';

/** Creates the header builder of one installation; scripts are allowed of its own and the configured origins only, and never with cookies. */
export function createShopHeaders(
  { headerPrefix }: ShopNames,
  { publicUrl, corsOrigins }: { readonly publicUrl: string | undefined; readonly corsOrigins: readonly string[] },
): ShopHeaders {
  const byBase = new Map<string, Readonly<Record<string, string>>>();
  const make = (baseUrl: string) => ({
    ...securityHeaders(publicUrl),
    'content-type': 'application/json; charset=UTF-8',
    'x-robots-tag': 'noindex',
    link: serviceLink(baseUrl),
    'access-control-expose-headers': `${headerPrefix}Total, ${headerPrefix}TotalPages, Link`,
    'access-control-allow-headers': `Authorization, ${headerPrefix}Nonce, Content-Disposition, Content-MD5, Content-Type`,
    vary: 'Origin, Authorization, Cookie',
  });
  const allowed = new Set(corsOrigins);
  return {
    common(baseUrl) {
      const headers = byBase.get(baseUrl) ?? make(baseUrl);
      byBase.set(baseUrl, headers);
      return headers;
    },
    cors(request) {
      const origin = request.header('origin');
      if (origin === undefined) return {};
      if (!allowed.has(origin) && origin !== originOf(request.baseUrl)) return {};
      return {
        'access-control-allow-origin': origin,
        'access-control-allow-methods': methods,
      };
    },
    unkept: {
      'cache-control': 'no-cache, must-revalidate, max-age=0, no-store, private',
      expires: 'Wed, 11 Jan 1984 05:00:00 GMT',
    },
  };
}

/** Link to the index. */
export const serviceLink = (baseUrl: string): string => `<${baseUrl}/index.php?rest_route=/>; rel="service-desc"`;

const originOf = (url: string): string => (URL.canParse(url) ? new URL(url).origin : '');
