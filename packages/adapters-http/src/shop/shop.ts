import type { Core, Log, Origin } from '@backroom/core';
import {
  contributedShopRoutes,
  createDispatch,
  type Dispatch,
  defaultShopNames,
  INTERNAL_ERROR,
  JsonEncodeError,
  type ShopNames,
  type ShopRequest,
  type ShopResponse,
  type ShopRoute,
  shopPolicy,
  shopRoutes,
} from '@backroom/core/interface';
import { networkOf, type RequestRateLimits } from '@backroom/core/kernel';
import type { Context, Middleware } from 'koa';
import { createPublicUrlReader, type PublicUrlReader } from '../common/base-url.ts';
import { type ClientReader, createClientReader } from '../common/client-address.ts';
import type { InterfaceOptions } from '../common/interface-options.ts';
import type { Metrics } from '../common/metrics.ts';
import { Observation, type ObservedRequest } from '../common/observe.ts';
import { yieldTurn } from '../common/pacing.ts';
import { originOf } from '../common/read-request.ts';
import { type Prepared, writeAnswer, writeReady } from '../common/write-answer.ts';
import type { TrustedAccess } from '../inventory/authenticate.ts';
import { chooseForm, ShopAnswers } from './answer.ts';
import { type AuthenticateShopper, createShopAuthenticate } from './authenticate.ts';
import { createShopHeaders, type ShopHeaders } from './headers.ts';
import { createTargetReader, KoaShopRequest, type ShopTarget } from './request.ts';
import { type Shortcut, Shortcuts } from './shortcuts.ts';

/** Options of the shop interface; all optional. */
export interface ShopOptions extends InterfaceOptions {
  readonly names?: ShopNames;
  /** Address that the server listens on; defaults to this machine. */
  readonly host?: string;
  readonly onFailure?: (cause: unknown, request: Pick<ShopRequest, 'method' | 'origin'>) => void;
  /** Defaults to the published route table. */
  readonly routes?: readonly ShopRoute[];
}

/** Creates Koa middleware that serves the shop interface; other requests are passed on. */
export function createShopMiddleware(core: Core, options: ShopOptions = {}, access?: TrustedAccess): Middleware {
  const { names = defaultShopNames, publicUrl, corsOrigins = [], log } = options;
  const onFailure =
    options.onFailure ??
    ((cause, { method, origin }) => log?.error('request failed', cause, { requestId: origin.requestId, method }));
  const headers = createShopHeaders(names, { publicUrl, corsOrigins });
  const shop: Shop = {
    headers,
    log,
    limits: core.limits,
    baseUrlOf: createPublicUrlReader(options),
    dispatch: createDispatch({
      core,
      policy: shopPolicy({ names, yieldTurn }),
      routes: options.routes ?? shopRoutes(names),
      ...(!options.routes && { liveRoutes: contributedShopRoutes(core.contributions) }),
      onFailure,
    }),
    answers: new ShopAnswers(headers),
    authenticate: access?.authenticate ?? createShopAuthenticate(core, credentialsOf(names, publicUrl)),
    clientOf: access?.clientOf ?? createClientReader(options.trustProxy),
    within: access?.within ?? core.runRequest,
    metrics: options.metrics,
    shortcuts: new Shortcuts(names.prettyPrefix),
  };
  const targetOf = createTargetReader(names.prettyPrefix);
  return (context, next) => {
    const shortcut = !access && shop.shortcuts.isOpenTo(context.req) ? findShortcut(shop, context) : undefined;
    const goOn = (): Promise<void> => {
      const target = targetOf(context.req.url ?? '/');
      return target ? serve(shop, context, target) : next();
    };
    return shortcut
      ? answerShortly(shop, context, shortcut).then((isAnswered) => (isAnswered ? undefined : goOn()))
      : goOn();
  };
}

const credentialsOf = ({ headerPrefix }: ShopNames, publicUrl: string | undefined) => ({
  headerPrefix,
  ...(publicUrl !== undefined && { publicUrl }),
});

interface Shop {
  readonly dispatch: Dispatch<ShopRequest, ShopResponse, ShopRoute>;
  readonly answers: ShopAnswers;
  readonly headers: ShopHeaders;
  readonly authenticate: AuthenticateShopper;
  readonly clientOf: ClientReader;
  /** Runs the handling of a request, within its time limits. */
  readonly within: Core['runRequest'];
  readonly baseUrlOf: PublicUrlReader;
  readonly limits: RequestRateLimits;
  readonly log: Log | undefined;
  readonly metrics: Metrics | undefined;
  readonly shortcuts: Shortcuts;
}

/** A cached response and the request that it answers. */
interface Found extends Shortcut {
  readonly origin: Origin;
}

function findShortcut(shop: Shop, { req }: Context): Found | undefined {
  const origin = originOf(req, shop.clientOf);
  const variant = { baseUrl: shop.baseUrlOf(req), isSecure: origin.isSecure === true };
  const shortcut = shop.shortcuts.find(req.url ?? '', variant, performance.now());
  return shortcut && { ...shortcut, origin };
}

/** Sends a cached response; false if the caller has exceeded a rate limit, which the full path refuses. */
async function answerShortly(shop: Shop, context: Context, { kept, route, origin }: Found): Promise<boolean> {
  const { req } = context;
  const allowance = origin.ip === undefined ? undefined : await shop.limits.take('anonymous', networkOf(origin.ip));
  if (allowance?.isExceeded) return false;
  const accepts = req.headers['accept-encoding'] as string | undefined;
  const prepared = chooseForm(kept, { accepts, knows: req.headers['if-none-match'] });
  const request = { method: req.method ?? 'GET', origin };
  const observation = new Observation(shop, { request, route, actor: undefined, status: prepared.status });
  try {
    writeReady(context, prepared, origin.requestId ?? '');
  } finally {
    observation.end();
  }
  return true;
}

async function serve(shop: Shop, context: Context, target: ShopTarget): Promise<void> {
  const { dispatch, headers } = shop;
  const origin = originOf(context.req, shop.clientOf);
  const request = new KoaShopRequest(context, target, { baseUrl: shop.baseUrlOf(context.req), origin });
  const route = dispatch.routeOf(request.method, request.path)?.path;
  const call: ShopCall = { request, route, actor: undefined, status: INTERNAL_ERROR };
  const observation = new Observation(shop, call);
  try {
    const response = await shop.within(() =>
      dispatch(request, async () => {
        const actor = await shop.authenticate(context.req, origin);
        call.actor = actor;
        return actor;
      }),
    );
    const prepared = await prepare(shop, response, call);
    call.status = prepared.status;
    writeAnswer(context, prepared, { ...headers.cors(request), 'x-request-id': origin.requestId ?? '' });
  } finally {
    observation.end();
    await request.close();
  }
}

interface ShopCall extends ObservedRequest {
  readonly request: KoaShopRequest;
}

async function prepare(shop: Shop, response: ShopResponse, { request, route }: ShopCall): Promise<Prepared> {
  const { answers, dispatch, shortcuts } = shop;
  try {
    const kept = await answers.keep(response, request);
    if (!kept) return await answers.prepare(response, request);
    const variant = { baseUrl: request.baseUrl, isSecure: request.origin.isSecure === true };
    shortcuts.learn(request, variant, { kept, route, until: performance.now() + response.lasts });
    return chooseForm(kept, { accepts: request.header('accept-encoding'), knows: request.header('if-none-match') });
  } catch (cause) {
    return answers.prepare(dispatch.refuse(unencodable(cause), request), request);
  }
}

const unencodable = (cause: unknown): JsonEncodeError =>
  cause instanceof JsonEncodeError
    ? cause
    : new JsonEncodeError(cause instanceof Error ? cause.message : String(cause), { cause });
