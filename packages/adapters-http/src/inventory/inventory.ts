import { type Actor, type Core, DomainError, type Log } from '@backroom/core';
import {
  createDispatch,
  type Dispatch,
  defaultPublishedNames,
  inventoryPolicy,
  inventoryRoutes,
  type PublishedNames,
  publicDescriptionRoutes,
  type RestRequest,
  type RestResponse,
  type Route,
} from '@backroom/core/interface';
import { API_VERSION } from '@backroom/core/site';
import type { Context } from 'koa';
import { createClientReader } from '../common/client-address.ts';
import { createCors } from '../common/cors.ts';
import type { Entry, HttpContext } from '../common/entry-middleware.ts';
import type { InterfaceOptions } from '../common/interface-options.ts';
import { KoaRestRequest } from '../common/read-request.ts';
import { securityHeaders } from '../common/security-headers.ts';
import { type CookieRules, type IdentifiedBrowser, identifyBrowser } from '../credentials/cookie-caller.ts';
import { createCookieRules } from '../credentials/cookie-rules.ts';
import { type Authenticate, createAuthenticate, type TrustedAccess } from './authenticate.ts';
import { isOnLoopback } from './loopback.ts';

/** Options of the inventory interface; all optional. */
export interface ServingOptions extends InterfaceOptions {
  /** Whether the API description is public. */
  readonly publicDocs?: boolean;
  /** Whether changes require `If-Match`. */
  readonly requireIfMatch?: boolean;
  /** Value of `X-Api-Version`. */
  readonly apiVersion?: string;
  /** Receives every failure that is not a refusal; without it and a log, the Koa app emits `error`. */
  readonly onFailure?: (cause: unknown, request: RestRequest) => void;
  /** Names and addresses of the installation that browsers read from their session. */
  readonly names?: PublishedNames;
  /** Defaults to the published route table. */
  readonly routes?: readonly Route[];
}

/** The inventory interface as an entry, and the context shared with other entries. */
export interface Inventory {
  readonly entry: Entry;
  readonly http: HttpContext;
}

export function createInventory(core: Core, options: ServingOptions, access?: TrustedAccess): Inventory {
  const { publicDocs = false, requireIfMatch = false, names = defaultPublishedNames } = options;
  const routes = options.routes ?? inventoryRoutes({ publicDocs, names });
  const onFailure = options.onFailure ?? failureTeller(options.log);
  const policy = inventoryPolicy({ requireIfMatch });
  const dispatch = createDispatch({ core, routes, policy, onFailure });
  const publicDescriptions = createDispatch({
    core,
    routes: publicDescriptionRoutes,
    policy,
    onFailure,
  });
  const http = httpContext(options, { core, access, refuse: dispatch.refuse });
  const { publicUrl } = options;
  const { headerPrefix } = names.shop;
  const cookies = createCookieRules(core, publicUrl === undefined ? { headerPrefix } : { headerPrefix, publicUrl });
  const authenticate = access?.authenticate ?? createAuthenticate(core, cookies);
  // Behind a proxy every peer is on loopback.
  const isOnMachine = options.trustProxy === undefined ? isOnLoopback : () => false;
  const dispatchOf = ({ method, path, context }: KoaRestRequest) =>
    descriptionPaths.has(path) &&
    context.req.headers.authorization === undefined &&
    isOnMachine(context.req) &&
    dispatch.routeOf(method, path)
      ? publicDescriptions
      : dispatch;
  return { entry: createEntry(dispatchOf, { authenticate, cookies: access ? undefined : cookies }), http };
}

interface ContextParts {
  readonly core: Core;
  readonly access: TrustedAccess | undefined;
  readonly refuse: HttpContext['refuse'];
}

function httpContext(options: ServingOptions, { core, access, refuse }: ContextParts): HttpContext {
  const cors = createCors(options.corsOrigins ?? []);
  return {
    clientOf: access?.clientOf ?? createClientReader(options.trustProxy),
    // Responses depend on the caller, so caches must key by it.
    headers: {
      ...securityHeaders(options.publicUrl),
      vary: cors ? 'Authorization, Cookie, Origin' : 'Authorization, Cookie',
    },
    apiVersion: options.apiVersion ?? API_VERSION,
    cors,
    log: options.log,
    metrics: options.metrics,
    within: access?.within ?? core.runRequest,
    refuse,
  };
}

const descriptionPaths: ReadonlySet<string> = new Set(publicDescriptionRoutes.map(({ path }) => path));

type InventoryDispatch = Dispatch<RestRequest, RestResponse, Route>;

interface Callers {
  readonly authenticate: Authenticate;
  /** Undefined where callers are no browsers. */
  readonly cookies: CookieRules | undefined;
}

function createEntry(dispatchOf: (request: KoaRestRequest) => InventoryDispatch, callers: Callers): Entry {
  return (call) => {
    const { request } = call;
    if (!request.isPathReadable) throw nothingThere();
    const dispatch = dispatchOf(request);
    const route = dispatch.routeOf(request.method, request.path);
    const types = route?.streams ? [...json, 'text/csv'] : route?.follows ? [...json, 'text/event-stream'] : json;
    call.route = route?.path;
    let cookieHeaders: IdentifiedBrowser['headers'] = noHeaders;
    const identify = async (): Promise<Actor> => {
      // Authenticate before content negotiation, so that 406 discloses nothing to anonymous callers.
      if (route?.access === 'anyone') demandOneOf(types, request.context);
      let actor: Actor;
      if (callers.cookies && route?.identifiesBrowsers) {
        ({ actor, headers: cookieHeaders } = await callerOf(callers, callers.cookies, { request, route }));
      } else actor = await callers.authenticate(request.context.req, request.origin);
      call.actor = actor;
      if (route && actor.userId !== undefined) demandOneOf(types, request.context);
      return actor;
    };
    return dispatch(request, identify).then((response) => withCookies(callers, { request, response, cookieHeaders }));
  };
}

interface RoutedRequest {
  readonly request: KoaRestRequest;
  readonly route: Route;
}

/** The caller of a route that serves browsers before they sign in: a browser without a session is recognised. */
async function callerOf(
  { authenticate }: Callers,
  cookies: CookieRules,
  { request, route }: RoutedRequest,
): Promise<IdentifiedBrowser> {
  const { origin, context } = request;
  const actor = route.effect === 'write' ? undefined : await authenticate(context.req, origin);
  return actor?.userId === undefined
    ? identifyBrowser(cookies, { request: context.req, origin })
    : { actor, headers: noHeaders };
}

const noHeaders: IdentifiedBrowser['headers'] = {};

interface AnsweredRequest {
  readonly request: KoaRestRequest;
  readonly response: RestResponse;
  readonly cookieHeaders: IdentifiedBrowser['headers'];
}

/** Turns the token of a session into its cookie. */
function withCookies({ cookies }: Callers, { request, response, cookieHeaders }: AnsweredRequest): RestResponse {
  if (response.cookie === undefined && cookieHeaders === noHeaders) return response;
  const { cookie, ...rest } = response;
  const headers = { ...rest.headers, ...cookieHeaders };
  if (cookie === undefined || !cookies) return { ...rest, headers };
  const { sessions } = cookies;
  const set = cookie ? sessions.begin(request, cookie.content, cookie.seconds) : sessions.end(request);
  return { ...rest, headers: { ...headers, ...set } };
}

/** Refusal of an unknown address. */
export const nothingThere = (): DomainError =>
  new DomainError('not-found', 'not_found', 'There is nothing at that address.');

/** JSON media type, with and without charset. */
const json = ['application/json', 'application/json; charset=utf-8'];

function demandOneOf(types: readonly string[], context: Context): void {
  const { accept } = context.req.headers;
  if (accept === undefined || accept === '*/*' || accept === 'application/json' || context.accepts(...types)) return;
  throw new DomainError(
    'not-acceptable',
    'not_acceptable',
    `Answers are ${types === json ? 'JSON' : 'JSON or CSV'}, and the request accepts none.`,
  );
}

const failureTeller =
  (log: Log | undefined) =>
  (cause: unknown, request: RestRequest): void => {
    const { requestId } = request.origin;
    if (log) log.error('request failed', cause, { requestId, method: request.method });
    else if (request instanceof KoaRestRequest) request.context.app.emit('error', cause, request.context);
  };
