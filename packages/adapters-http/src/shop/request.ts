import type { BodyLimits, ShopBody, ShopRequest } from '@backroom/core/interface';
import type { Context } from 'koa';
import { KoaRequest } from '../common/koa-request.ts';
import { targetOf } from '../common/read-request.ts';
import { noBody, readShopBody } from './body.ts';

type Pairs = readonly (readonly [string, string])[];

/** The shop route addressed by a URL. */
export interface ShopTarget {
  /** Percent-decoded. */
  readonly path: string;
  readonly query: Pairs;
}

const entry = '/index.php';

/** Creates the URL parser: `/index.php?rest_route=/…`, or the same behind a pretty prefix; undefined for any other URL. */
export function createTargetReader(prettyPrefix: string): (url: string) => ShopTarget | undefined {
  const pretty = `/${prettyPrefix}`;
  return (url) => {
    const { path, search } = targetOf(url);
    if (path === entry) return throughEntry(search);
    if (path !== pretty && !path.startsWith(`${pretty}/`)) return undefined;
    return { path: decoded(path.slice(pretty.length)), query: pairsOf(search) };
  };
}

function throughEntry(search: string): ShopTarget | undefined {
  const pairs = pairsOf(search);
  const route = pairs.findLast(([name]) => name === 'rest_route');
  return route && { path: route[1], query: pairs.filter(([name]) => name !== 'rest_route') };
}

const pairsOf = (search: string): Pairs => (search === '' ? [] : [...new URLSearchParams(search)]);

/** A malformed path stays as it is, and matches no route. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Adapts a Koa request to the shop interface. The body is read on demand. */
export class KoaShopRequest extends KoaRequest implements ShopRequest {
  readonly path: string;
  readonly query: Pairs;
  readonly baseUrl: string;
  #body = noBody;

  constructor(
    context: Context,
    { path, query }: ShopTarget,
    { baseUrl, origin }: Pick<ShopRequest, 'baseUrl' | 'origin'>,
  ) {
    super(context, origin);
    this.path = path;
    this.query = query;
    this.baseUrl = baseUrl;
  }

  async body(limits?: Partial<BodyLimits>): Promise<ShopBody> {
    this.#body = await readShopBody(this.context, limits);
    return this.#body.body;
  }

  fingerprint(): string {
    return this.#body.digest();
  }

  /** Removes the files of the body. */
  async close(): Promise<void> {
    await this.#body.close?.();
  }
}
