import { knownTag } from '../conditional.ts';
import { type PathRules, routeFor } from '../match.ts';
import type { InterfacePolicy, Site, Step } from '../policy.ts';
import { LEAST_REFUSAL, NOT_MODIFIED, OK } from '../status.ts';
import { allowHeader } from './admission.ts';
import { identifyCaller } from './anonymous.ts';
import { createShopBatch } from './batch.ts';
import { describeAddress } from './describe.ts';
import { embed } from './embed.ts';
import { ShopExchange, withMethod } from './exchange.ts';
import { createLinks } from './links.ts';
import { publishedNamespace, publishedPath, type ShopNames } from './names.ts';
import { perform, type ShopParts } from './perform.ts';
import { readCall } from './reading/read-call.ts';
import { noCallbacks, presentFailure, presentRefusal } from './refusals.ts';
import { responseOf, type ShopRequest, type ShopResponse } from './request.ts';
import type { ShopRoute } from './route.ts';
import { createShopIndex, type ShopIndex } from './site-index.ts';

export type ShopPolicy = InterfacePolicy<ShopRequest, ShopResponse, ShopRoute, ShopExchange>;

export interface ShopPolicyOptions extends Pick<ShopParts, 'yieldTurn'> {
  readonly names: ShopNames;
}

type ShopStep = Step<ShopExchange, ShopResponse>;

const paths: PathRules = {
  isCaseSensitive: false,
  plain: (path) => (path === '' || path.startsWith('/') ? path.replace(/\/+$/, '') || '/' : undefined),
};

/** Policy of the shop interface: credential, route, parameters, then permission; envelope, embedding, index; names as data. */
export const shopPolicy = (options: ShopPolicyOptions): ShopPolicy => ({
  name: 'shop',
  paths,
  publish: (route) => published(route, options.names),
  open: (request, identify, core) => new ShopExchange(request, identify, core),
  steps(site) {
    const parts = partsOf(options, site);
    return [identify, findRoutes(parts), describe, answer(parts)];
  },
  presentRefusal: (error) => presentRefusal(error, options.names),
  presentFailure,
  finish: (exchange, response) =>
    unlessKnown(exchange, formatted(exchange, enveloped(exchange, withCaller(exchange, response)))),
});

/** Maps a route to the names configured for the installation. */
const published = (route: ShopRoute, names: ShopNames): ShopRoute => ({
  ...route,
  namespace: publishedNamespace(route.namespace, names),
  path: publishedPath(route.path, names),
});

function partsOf(
  { names, yieldTurn }: ShopPolicyOptions,
  { core, addresses, find, refuse }: Site<ShopRequest, ShopResponse, ShopRoute>,
): ShopParts {
  let known = { addresses: addresses(), indexes: new Map<string, ShopIndex>() };
  const indexAt = (baseUrl: string): ShopIndex => {
    const current = addresses();
    if (current !== known.addresses) known = { addresses: current, indexes: new Map() };
    const parts = { addresses: current, names, baseUrl, link: createLinks(baseUrl).to };
    const index = known.indexes.get(baseUrl) ?? createShopIndex(parts);
    known.indexes.set(baseUrl, index);
    return index;
  };
  const parts: ShopParts = {
    core,
    names,
    find,
    refuse,
    indexAt,
    itemsOf: (sender, outer) => createShopBatch(parts, sender, outer),
    ...(yieldTurn && { yieldTurn }),
  };
  return parts;
}

/** An invalid credential is refused on every route. */
const identify: ShopStep = async (exchange) => {
  exchange.actor = await identifyCaller(exchange.core, exchange.request, exchange.identify);
  exchange.isIdentified = true;
  return undefined;
};

const findRoutes =
  ({ find }: ShopParts): ShopStep =>
  (exchange) => {
    exchange.matches = find(exchange.request.path);
    return undefined;
  };

/** Responds to OPTIONS with the route's description in the site index. */
const describe: ShopStep = ({ request, matches, actor }) => {
  if (request.method !== 'OPTIONS') return undefined;
  const [first] = matches;
  if (!first) return responseOf({ status: OK, body: [] });
  const link = createLinks(request.baseUrl).to;
  return responseOf({
    status: OK,
    headers: allowHeader(matches, actor),
    body: describeAddress(first.address, { link, hasSchema: true }),
    isPrivate: actor.userId !== undefined,
  });
};

const answer =
  (parts: ShopParts): ShopStep =>
  async (exchange) => {
    const { meta, request, matches, actor } = exchange;
    if (meta.hasCallback) throw noCallbacks();
    const response = await perform(parts, actor, await readCall(parts, { matches, request, actor }));
    if (meta.embed.length === 0) return response;
    const links = createLinks(request.baseUrl);
    const ask = askInside(parts, exchange);
    const body = await embed(response.body, { wanted: meta.embed, links, ask });
    // The tag is that of the record without what is embedded.
    const { ETag: _, ...headers } = response.headers;
    return { ...response, headers, lasts: 0, body };
  };

/** Requests another route as the same caller; a refusal is embedded like any other response. */
const askInside =
  (parts: ShopParts, { request, actor }: ShopExchange) =>
  async (path: string, query: ShopRequest['query']): Promise<unknown> => {
    const inner: ShopRequest = { ...withMethod(request, 'GET'), path, query };
    try {
      const call = await readCall(parts, { matches: parts.find(path), request: inner, actor });
      return (await perform(parts, actor, call)).body;
    } catch (error) {
      return parts.refuse(error, inner).body;
    }
  };

/** Adds caller-dependent headers: the allowed methods of the path, and cacheability. */
function withCaller(exchange: ShopExchange, response: ShopResponse): ShopResponse {
  const { actor, meta, matches, request } = exchange;
  if (!exchange.isIdentified || request.method === 'OPTIONS') return response;
  const isOverridden = meta.isMethodReplacedByHeader && response.status >= LEAST_REFUSAL;
  return {
    ...response,
    headers: { ...response.headers, ...allowHeader(matches, actor) },
    isPrivate: response.isPrivate || actor.userId !== undefined || isOverridden,
  };
}

/** The body in the form that the query parameter `format` names, if the route has it; an envelope is always JSON. */
function formatted({ request, matches, meta }: ShopExchange, response: ShopResponse): ShopResponse {
  const name = request.query.find(([key]) => key === 'format')?.[1] ?? '';
  const { formats = {} } = routeFor(matches, request.method)?.route ?? {};
  const format = Object.hasOwn(formats, name) ? formats[name] : undefined;
  if (!format || request.method !== 'GET' || meta.hasEnvelope) return response;
  return { ...response, body: format(response.body), lasts: 0 };
}

/** 304 if the client has this record already (RFC 9110, 13.1.2). */
function unlessKnown({ request }: ShopExchange, response: ShopResponse): ShopResponse {
  const { ETag: tag } = response.headers;
  const known = request.header('if-none-match');
  const isReading = request.method === 'GET' || request.method === 'HEAD';
  if (!isReading || response.status !== OK || tag === undefined || known === undefined) return response;
  const match = knownTag(tag, known);
  if (match === undefined) return response;
  return {
    ...response,
    status: NOT_MODIFIED,
    headers: { ...response.headers, ETag: match },
    body: undefined,
    lasts: 0,
  };
}

function enveloped({ meta, isBodiless }: ShopExchange, response: ShopResponse): ShopResponse {
  const { hasEnvelope, isPretty } = meta;
  if (!hasEnvelope && !isPretty && !isBodiless) return response;
  const { status, headers, body } = response;
  const envelope = hasEnvelope ? { status: OK, headers: {}, body: { body: body ?? null, status, headers } } : {};
  const whole = { ...response, ...envelope, indent: isPretty ? 4 : 0, lasts: 0 };
  return isBodiless ? { ...whole, body: undefined } : whole;
}
