import type { IncomingMessage } from 'node:http';
import type { StoredAnswer } from './answer.ts';
import type { KoaShopRequest } from './request.ts';

/** A cached response by address, with its route. */
export interface Shortcut {
  readonly kept: StoredAnswer;
  readonly route: string | undefined;
  /** Expiry in milliseconds of the monotonic process clock. */
  readonly until: number;
}

/** Request properties that a response depends on besides its address. */
export interface CacheVariant {
  readonly baseUrl: string;
  readonly isSecure: boolean;
}

/** Maximum number of cached addresses, and of variants per address. */
const most = 200;

/** Response cache by address, so that plain reads bypass parsing and dispatch. */
export class Shortcuts {
  readonly #known = new Map<string, Map<string, Shortcut>>();
  readonly #prettyPrefix: string;

  constructor(prettyPrefix: string) {
    this.#prettyPrefix = prettyPrefix;
  }

  /** Whether the response depends on the address alone: a read without credentials, cookie and `Origin`. */
  isOpenTo({ method, url = '', headers }: IncomingMessage): boolean {
    return (
      this.#known.has(url) &&
      (method === 'GET' || method === 'HEAD') &&
      headers.authorization === undefined &&
      headers.cookie === undefined &&
      headers.origin === undefined
    );
  }

  /** The cached response of an address, unless expired. */
  find(url: string, { baseUrl, isSecure }: CacheVariant, now: number): Shortcut | undefined {
    const known = this.#known.get(url)?.get(`${isSecure} ${baseUrl}`);
    return known && known.until > now ? known : undefined;
  }

  /** Caches canonical spellings of an address only: there are endless others. */
  learn({ context, path }: KoaShopRequest, { baseUrl, isSecure }: CacheVariant, shortcut: Shortcut): void {
    const { url = '' } = context.req;
    if (url !== `/index.php?rest_route=${path}` && url !== `/${this.#prettyPrefix}${path}`) return;
    const known = this.#known.get(url) ?? new Map<string, Shortcut>();
    const variant = `${isSecure} ${baseUrl}`;
    const isFull = (places: ReadonlyMap<string, unknown>, place: string) => places.size >= most && !places.has(place);
    if (isFull(this.#known, url) || isFull(known, variant)) return;
    this.#known.set(url, known.set(variant, shortcut));
  }
}
