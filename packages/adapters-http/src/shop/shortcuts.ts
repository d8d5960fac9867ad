import type { IncomingMessage } from 'node:http';
import type { StoredAnswer } from './answer.ts';
import type { KoaShopRequest } from './request.ts';

/** A lasting answer that was given at an address before, and the route that gave it. */
export interface Shortcut {
  readonly kept: StoredAnswer;
  readonly route: string | undefined;
  /** By the clock of the process, in milliseconds. */
  readonly until: number;
}

/** What an answer depends on beside its address. */
export interface Asker {
  readonly baseUrl: string;
  readonly isSecure: boolean;
}

/** So many are remembered; there are not many more. */
const most = 200;

/** Remembers lasting answers by address, so that whoever just looks gets them without anything being read or asked. */
export class Shortcuts {
  readonly #known = new Map<string, Map<string, Shortcut>>();
  readonly #prettyPrefix: string;

  constructor(prettyPrefix: string) {
    this.#prettyPrefix = prettyPrefix;
  }

  /** Whether a request is one that nothing but its address decides: it reads, shows no credential, and is no script's. */
  isOpenTo({ method, url = '', headers }: IncomingMessage): boolean {
    return (
      this.#known.has(url) &&
      (method === 'GET' || method === 'HEAD') &&
      headers.authorization === undefined &&
      headers.cookie === undefined &&
      headers.origin === undefined
    );
  }

  /** What was learned of an address, unless its time is over by now. */
  find(url: string, { baseUrl, isSecure }: Asker, now: number): Shortcut | undefined {
    const known = this.#known.get(url)?.get(`${isSecure} ${baseUrl}`);
    return known && known.until > now ? known : undefined;
  }

  /** Only the plain spellings of an address are worth remembering: there are endless others. */
  learn({ context, path }: KoaShopRequest, { baseUrl, isSecure }: Asker, shortcut: Shortcut): void {
    const { url = '' } = context.req;
    if (url !== `/index.php?rest_route=${path}` && url !== `/${this.#prettyPrefix}${path}`) return;
    const known = this.#known.get(url) ?? new Map<string, Shortcut>();
    const asker = `${isSecure} ${baseUrl}`;
    const isFull = (places: ReadonlyMap<string, unknown>, place: string) => places.size >= most && !places.has(place);
    if (isFull(this.#known, url) || isFull(known, asker)) return;
    this.#known.set(url, known.set(asker, shortcut));
  }
}
