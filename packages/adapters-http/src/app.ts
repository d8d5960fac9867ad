import type { Core, Log } from '@backroom/core';
import { defaultPublishedNames, defaultShopNames, type PublishedNames, type ShopNames } from '@backroom/core/interface';
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { compressAnswers } from './common/content-encoding.ts';
import { middlewareOf } from './common/entry-middleware.ts';
import { createMetrics } from './common/metrics.ts';
import { createRefusal } from './common/refuse-connection.ts';
import type { Listenable } from './common/server.ts';
import { type ControlOptions, createControl } from './control/control.ts';
import { CONTROL_PREFIX } from './control/messages.ts';
import { addDesk, type DeskOptions } from './desk/desk-pages.ts';
import { createInventory, nothingThere, type ServingOptions } from './inventory/inventory.ts';
import type { AdminOptions } from './pages/admin.ts';
import { addHtmlPages, given } from './pages/html-pages.ts';
import { addMetrics } from './pages/metrics-page.ts';
import { createShopMiddleware, type ShopOptions } from './shop/shop.ts';

/** Options for mounting the inventory interface in another program's Koa app. */
export interface MountOptions extends ServingOptions {
  /** Mount path such as `/stock`; defaults to the root. Requests outside are passed on. */
  readonly prefix?: string;
}

/**
 * Creates Koa middleware that serves the inventory interface: no globals, so that several can live in one process.
 * @example
 * app.use(createInventoryMiddleware(core, { prefix: '/stock' }));
 */
export function createInventoryMiddleware(core: Core, options: MountOptions = {}): Middleware {
  const { entry, http } = createInventory(core, options);
  return middlewareOf(http, plainPrefix(options.prefix ?? ''), entry);
}

/** Options of a complete application. */
export interface HttpAppOptions extends ServingOptions {
  readonly core: Core;
  /** Mount path of the inventory; defaults to the root. */
  readonly inventoryPrefix?: string;
  /** Bearer token required for `/metrics`; without it the route does not exist. */
  readonly metricsToken?: string;
  /** Site properties shown on the HTML pages. */
  readonly site?: AdminOptions['site'];
  /** Link relation that names the index of the shop interface on the front page; `service-desc` by default. */
  readonly discoveryRel?: string;
  /** Overrides of the shop interface's defaults. */
  readonly shop?: Pick<ShopOptions, 'names' | 'routes' | 'host'>;
  /** The desk; without it there is none. */
  readonly desk?: DeskOptions | undefined;
  /** For a private socket only: every request is one of the operator of the installation, without limits of time. */
  readonly control?: ControlOptions;
}

/** A Koa app that also answers requests that Node's HTTP parser rejects. */
export type HttpApp = Koa & Listenable;

/** Creates the application: both interfaces, the HTML pages, the documentation page and metrics. */
export function createHttpApp({
  core,
  inventoryPrefix = '',
  metricsToken,
  shop,
  site,
  discoveryRel = 'service-desc',
  desk,
  control: controlOptions,
  ...options
}: HttpAppOptions): HttpApp {
  const prefix = plainPrefix(inventoryPrefix);
  const control = controlOptions && createControl(core, controlOptions);
  const metrics = options.metrics ?? (metricsToken === undefined ? undefined : createMetrics());
  const failures = control && { onFailure: control.onFailure };
  const names = publishedNames(prefix, { shop: shop?.names, desk });
  const serving = { ...options, names, ...(metrics && { metrics }), ...failures };
  const { entry, http } = createInventory(core, serving, control?.access);
  const router = new Router({ sensitive: true, strict: true });
  if (metrics && metricsToken !== undefined) addMetrics({ router, http }, metrics, metricsToken);
  if (desk) addDesk({ router, http, prefix }, core, { ...desk, publicUrl: options.publicUrl });
  addHtmlPages({ router, http, prefix }, core, { site, shop, desk, discoveryRel, publicUrl: options.publicUrl });

  const app = loggingKoa(options.log);
  if (control) {
    app.use(middlewareOf(http, `${CONTROL_PREFIX}/progress`, control.withProgress(entry)));
    app.use(middlewareOf(http, CONTROL_PREFIX, control.entry));
  } else app.use(compressAnswers());
  const { publicUrl, trustProxy, corsOrigins, log } = options;
  const common = given({ publicUrl, trustProxy, corsOrigins, log, metrics });
  app.use(createShopMiddleware(core, { ...common, ...shop, ...failures }, control?.access));
  app.use(routesOf(router)).use(middlewareOf(http, prefix, entry));
  if (prefix !== '') app.use(middlewareOf(http, '', async () => Promise.reject(nothingThere())));
  return Object.assign(app, { turnAway: createRefusal(http) });
}

const publishedNames = (
  inventoryPrefix: string,
  { shop = defaultShopNames, desk }: { readonly shop?: ShopNames | undefined; readonly desk: DeskOptions | undefined },
): PublishedNames => ({
  ...defaultPublishedNames,
  shop,
  inventoryPrefix,
  ...(desk && { deskPath: desk.path, deskBuild: () => desk.files.build?.id ?? null }),
});

/** The routes of a router, asked only for addresses whose first segment is that of one of them: the router tries each in turn. */
function routesOf(router: Router): Middleware {
  const routes = router.routes();
  const beginnings = new Set(router.stack.map(({ path }) => firstSegment(String(path))));
  if ([...beginnings].some((segment) => /[:*{(]/.test(segment))) return routes as Middleware;
  return (context, next) =>
    beginnings.has(firstSegment(context.path)) ? (routes as Middleware)(context, next) : next();
}

const firstSegment = (path: string): string => path.split('/', 2)[1] ?? '';

/** Logs errors of sending answers; without a listener Koa would print them to stderr. */
function loggingKoa(log: Log | undefined): Koa {
  const app = new Koa();
  app.on('error', (cause: NodeJS.ErrnoException) => {
    if (isCallerGone(cause)) log?.info('caller gone', { code: cause.code });
    else log?.error('answer failed', cause);
  });
  return app;
}

/** Errors raised when the client disconnects mid-response. */
const isCallerGone = ({ code }: NodeJS.ErrnoException): boolean =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code ?? '');

/** `stock/` → `/stock`. */
function plainPrefix(prefix: string): string {
  const plain = prefix.split('/').filter((segment) => segment !== '');
  const isPlain = plain.every((segment) => /^[A-Za-z0-9._~-]+$/.test(segment) && segment !== '.' && segment !== '..');
  if (!isPlain) throw new Error(`Not a path that an interface can begin with: ${prefix}`);
  return plain.map((segment) => `/${segment}`).join('');
}
