import type { Actor } from '../../kernel/actor.ts';
import { LEAST_REFUSAL, OK } from '../status.ts';
import { identifyCaller } from './anonymous.ts';
import { createShopBatch } from './batch.ts';
import { describeAddress } from './describe.ts';
import { embed } from './embed.ts';
import { createLinks } from './links.ts';
import { addressesOf, createShopMatcher, endpointFor, type ShopMatch } from './match.ts';
import { type Meta, readMeta } from './meta.ts';
import { publishedNamespace, publishedPath, type ShopNames } from './names.ts';
import { allowHeader, matchesOf, perform, readCall, type ShopParts } from './perform.ts';
import { noCallbacks, presentFailure, refuse } from './refusals.ts';
import { responseOf, type ShopRequest, type ShopResponse } from './request.ts';
import type { ShopRoute } from './route.ts';
import { createShopIndex, type ShopIndex } from './site-index.ts';

/** Tells who is asking; refuses whoever shows a credential that does not hold. */
export type IdentifyShopper = () => Promise<Actor>;

/** One request in, one answer out. */
export interface ShopDispatch {
  (request: ShopRequest, identify: IdentifyShopper): Promise<ShopResponse>;
  /** The route that a request is for, for logs and measurements. */
  routeOf(method: string, path: string): ShopRoute | undefined;
  /** The answer that a refusal or failure gets on this interface. */
  refuse(error: unknown, request: ShopRequest): ShopResponse;
  /** The answer in place of one that JSON cannot say. */
  unsayable(cause: unknown, request: ShopRequest): ShopResponse;
}

/** What a dispatcher of the shop interface is made of. */
export interface ShopDispatchOptions extends Pick<ShopParts, 'core' | 'names' | 'onFailure' | 'yieldTurn'> {
  readonly routes: readonly ShopRoute[];
}

/** Answers requests to the shop interface from its route table, whoever brings them. */
export function createShopDispatch({ routes, ...options }: ShopDispatchOptions): ShopDispatch {
  const addresses = addressesOf(routes.map((each) => published(each, options.names)));
  const match = createShopMatcher(addresses);
  const indexes = new Map<string, ShopIndex>();
  const indexAt = (baseUrl: string): ShopIndex => {
    const index =
      indexes.get(baseUrl) ??
      createShopIndex({ addresses, names: options.names, baseUrl, link: createLinks(baseUrl).to });
    indexes.set(baseUrl, index);
    return index;
  };
  const itemsOf: ShopParts['itemsOf'] = (sender, outer) => createShopBatch(parts, sender, outer);
  const parts: ShopParts = { ...options, match, indexAt, itemsOf };
  const dispatch = async (request: ShopRequest, identify: IdentifyShopper): Promise<ShopResponse> => {
    const meta = readMeta(request);
    const visit: Visit = { parts, meta, request: { ...withMethod(request, meta.method) }, identify };
    return finish(await attend(visit), { ...meta, isBodiless: meta.method === 'HEAD' && request.method !== 'HEAD' });
  };
  return Object.assign(dispatch, {
    refuse: (error: unknown, request: ShopRequest) => refuse(parts, error, request),
    unsayable: (cause: unknown, request: ShopRequest) => {
      options.onFailure(cause, request);
      return presentFailure('rest_encode_error', request.origin.requestId);
    },
    routeOf: (method: string, path: string) => endpointFor(matchesOf(parts, path), method)?.route,
  });
}

/** A route as an installation with these names publishes it. */
const published = (route: ShopRoute, names: ShopNames): ShopRoute => ({
  ...route,
  namespace: publishedNamespace(route.namespace, names),
  path: publishedPath(route.path, names),
});

interface Visit {
  readonly parts: ShopParts;
  readonly meta: Meta;
  readonly request: ShopRequest;
  readonly identify: IdentifyShopper;
}

/** Who is asking comes first: a credential that does not hold is refused on every route. */
async function attend(visit: Visit): Promise<ShopResponse> {
  const { parts, meta, request, identify } = visit;
  let actor: Actor;
  try {
    actor = await identifyCaller(parts.core, request, identify);
  } catch (error) {
    return refuse(parts, error, request);
  }
  const matches = matchesOf(parts, request.path);
  if (request.method === 'OPTIONS') return describe(visit, matches, actor);
  const response = await answer(visit, matches, actor);
  const isOverridden = meta.isMethodReplacedByHeader && response.status >= LEAST_REFUSAL;
  return {
    ...response,
    headers: { ...response.headers, ...allowHeader(matches, actor) },
    isPrivate: actor.userId !== undefined || isOverridden,
  };
}

async function answer(visit: Visit, matches: readonly ShopMatch[], actor: Actor): Promise<ShopResponse> {
  const { parts, meta, request } = visit;
  try {
    if (meta.hasCallback) throw noCallbacks();
    const response = await perform(parts, actor, await readCall(parts, { matches, request, actor }));
    if (meta.embed.length === 0) return response;
    const links = createLinks(request.baseUrl);
    const ask = askInside(visit, actor);
    return { ...response, lasts: 0, body: await embed(response.body, { wanted: meta.embed, links, ask }) };
  } catch (error) {
    return refuse(parts, error, request);
  }
}

/** Asks another route as the same caller; what it refuses is embedded like any other answer. */
const askInside =
  ({ parts, request }: Visit, actor: Actor) =>
  async (path: string, query: ShopRequest['query']): Promise<unknown> => {
    const inner: ShopRequest = { ...withMethod(request, 'GET'), path, query };
    try {
      const asked = { matches: matchesOf(parts, path), request: inner, actor };
      return (await perform(parts, actor, await readCall(parts, asked))).body;
    } catch (error) {
      return refuse(parts, error, inner).body;
    }
  };

function describe({ request }: Visit, matches: readonly ShopMatch[], actor: Actor): ShopResponse {
  const [first] = matches;
  if (!first) return responseOf({ status: OK, body: [] });
  const link = createLinks(request.baseUrl).to;
  return responseOf({
    status: OK,
    headers: allowHeader(matches, actor),
    body: describeAddress(first.address, { link, hasSchema: true }),
    isPrivate: actor.userId !== undefined,
  });
}

/** Requests are objects of a class elsewhere: their members are not all their own. */
const withMethod = (request: ShopRequest, method: string): ShopRequest => ({
  method,
  path: request.path,
  query: request.query,
  baseUrl: request.baseUrl,
  header: (name) => request.header(name),
  body: (limits) => request.body(limits),
  fingerprint: () => request.fingerprint(),
  origin: request.origin,
});

interface Finish extends Pick<Meta, 'hasEnvelope' | 'isPretty'> {
  /** HEAD in place of another method: HTTP itself leaves out the body of a HEAD request only. */
  readonly isBodiless: boolean;
}

function finish(response: ShopResponse, { hasEnvelope, isPretty, isBodiless }: Finish): ShopResponse {
  if (!hasEnvelope && !isPretty && !isBodiless) return response;
  const { status, headers, body } = response;
  const enveloped = hasEnvelope ? { status: OK, headers: {}, body: { body: body ?? null, status, headers } } : {};
  const whole = { ...response, ...enveloped, indent: isPretty ? 4 : 0, lasts: 0 };
  return isBodiless ? { ...whole, body: undefined } : whole;
}
