import { type Core, DomainError, type Log } from '@backroom/core';
import {
  createDispatch,
  type Dispatch,
  inventoryPolicy,
  inventoryRoutes,
  type RestRequest,
  type RestResponse,
  type Route,
} from '@backroom/core/interface';
import type { Context } from 'koa';
import type { Entry, HttpContext } from '../common/attend.ts';
import { createClientReader, type TrustedProxies } from '../common/client-address.ts';
import { createCors } from '../common/cors.ts';
import type { Metrics } from '../common/metrics.ts';
import { KoaRestRequest } from '../common/read-request.ts';
import { securityHeaders } from '../common/security-headers.ts';
import { createAuthenticate } from './authenticate.ts';

/** How the inventory interface is served; every member may be left out. */
export interface ServingOptions {
  /** Whether the description of the interface is for everybody. */
  readonly publicDocs?: boolean;
  /** Whether changes must say which version they change. */
  readonly requireIfMatch?: boolean;
  /** Nobody unless given: then the client is whoever opened the connection. */
  readonly trustProxy?: TrustedProxies;
  /** Where the world sees the interface; with `https:`, browsers are told never to come without. */
  readonly publicUrl?: string;
  /** Whose scripts may use the interface; nobody's unless given. */
  readonly corsOrigins?: readonly string[];
  /** What `X-Api-Version` says. */
  readonly apiVersion?: string;
  /** Gets one line for each request, and the failures unless `onFailure` is given. */
  readonly log?: Log;
  readonly metrics?: Metrics;
  /** Hears of every failure that is not a refusal; without it and a log, the Koa app's `error` event tells them. */
  readonly onFailure?: (cause: unknown, request: RestRequest) => void;
  /** The published table unless given. */
  readonly routes?: readonly Route[];
}

/** The inventory interface as an entry, and what it shares with other entries beside it. */
export interface Inventory {
  readonly entry: Entry;
  readonly http: HttpContext;
}

/** Builds the inventory interface on a core. */
export function createInventory(core: Core, options: ServingOptions): Inventory {
  const { publicDocs = false, requireIfMatch = false, routes = inventoryRoutes({ publicDocs }) } = options;
  const onFailure = options.onFailure ?? failureTeller(options.log);
  const dispatch = createDispatch({ core, routes, policy: inventoryPolicy({ requireIfMatch }), onFailure });
  const cors = createCors(options.corsOrigins ?? []);
  const http: HttpContext = {
    clientOf: createClientReader(options.trustProxy),
    // The same address shows different people different things.
    headers: { ...securityHeaders(options.publicUrl), vary: cors ? 'Authorization, Origin' : 'Authorization' },
    apiVersion: options.apiVersion ?? '1.4.1',
    cors,
    log: options.log,
    metrics: options.metrics,
    within: core.runRequest,
    refuse: dispatch.refuse,
  };
  return { entry: createEntry(core, dispatch), http };
}

function createEntry(core: Core, dispatch: Dispatch<RestRequest, RestResponse, Route>): Entry {
  const authenticate = createAuthenticate(core);
  return async (call) => {
    const { request } = call;
    if (!request.isPathReadable) throw nothingThere();
    const route = dispatch.routeOf(request.method, request.path);
    const types = route?.streams ? [...json, 'text/csv'] : json;
    call.route = route?.path;
    return dispatch(request, async () => {
      // Nobody learns more from the 406 than from the refusal to serve strangers, so that comes first.
      if (route?.access === 'anyone') demandOneOf(types, request.context);
      const actor = await authenticate(request.context.req, request.origin);
      call.actor = actor;
      if (route && actor.userId !== undefined) demandOneOf(types, request.context);
      return actor;
    });
  };
}

/** Nothing is published at the address. */
export const nothingThere = (): DomainError =>
  new DomainError('not-found', 'not_found', 'There is nothing at that address.');

/** The media type of the answers, as it is sent and as it is usually asked for. */
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
