import type { Core } from '@backroom/core';
import { defaultShopNames } from '@backroom/core/interface';
import Router from '@koa/router';
import Koa, { type Middleware } from 'koa';
import { attend } from './common/attend.ts';
import { createMetrics } from './common/metrics.ts';
import type { Listenable } from './common/server.ts';
import { createTurnAway } from './common/turn-away.ts';
import { createInventory, nothingThere, type ServingOptions } from './inventory/inventory.ts';
import { type AdminOptions, createAdminEntry } from './pages/admin.ts';
import { createDocsEntry } from './pages/docs-page.ts';
import { createMetricsEntry } from './pages/metrics-page.ts';
import { createShopMiddleware, type ShopOptions } from './shop/shop.ts';

/** How the inventory interface is mounted in another program's Koa app. */
export interface MountOptions extends ServingOptions {
  /** Where it begins, such as `/stock`; at the root unless given. Requests outside are passed on. */
  readonly prefix?: string;
}

/**
 * Makes Koa middleware that serves the inventory interface: no globals, so that several can live in one process.
 * @example
 * app.use(createInventoryMiddleware(core, { prefix: '/stock' }));
 */
export function createInventoryMiddleware(core: Core, options: MountOptions = {}): Middleware {
  const { entry, http } = createInventory(core, options);
  return attend(http, plainPrefix(options.prefix ?? ''), entry);
}

/** How a whole application is made. */
export interface HttpAppOptions extends ServingOptions {
  readonly core: Core;
  /** Where the inventory begins; at the root unless given. */
  readonly inventoryPrefix?: string;
  /** Serves `/metrics` to whoever shows it; without it there is no such address. */
  readonly metricsToken?: string;
  /** What the pages for people say about the site. */
  readonly site?: AdminOptions['site'];
  /** How the shop interface differs from what nothing sets. */
  readonly shop?: Pick<ShopOptions, 'names' | 'routes' | 'host'>;
}

/** A Koa app that also answers what never became a request. */
export type HttpApp = Koa & Listenable;

/** Makes the application: the inventory interface, its documentation page and its measurements. */
export function createHttpApp({
  core,
  inventoryPrefix = '',
  metricsToken,
  shop,
  site,
  ...options
}: HttpAppOptions): HttpApp {
  const prefix = plainPrefix(inventoryPrefix);
  const metrics = options.metrics ?? (metricsToken === undefined ? undefined : createMetrics());
  const { entry, http } = createInventory(core, { ...options, ...(metrics && { metrics }) });
  const docs = attend(http, prefix, createDocsEntry());
  const router = new Router({ sensitive: true });
  router.all(`${prefix}/docs`, docs).all(`${prefix}/docs/:file`, docs);
  if (metrics && metricsToken !== undefined)
    router.all('/metrics', attend(http, '', createMetricsEntry(metrics, metricsToken)));

  const app = new Koa();
  // Koa would print them.
  app.on('error', (cause: NodeJS.ErrnoException) => {
    if (isCallerGone(cause)) options.log?.info('caller gone', { code: cause.code });
    else options.log?.error('answer failed', cause);
  });
  app.use(createShopMiddleware(core, { ...shopOptions(options, metrics), ...shop }));
  const adminPath = shop?.names?.adminPath ?? defaultShopNames.adminPath;
  const admin = createAdminEntry(core, {
    adminPath,
    refuse: http.refuse,
    ...given({ site, publicUrl: options.publicUrl, host: shop?.host }),
  });
  app.use(attend(http, `/${adminPath}`, admin));
  app.use(router.routes()).use(attend(http, prefix, entry));
  if (prefix !== '') app.use(attend(http, '', async () => Promise.reject(nothingThere())));
  return Object.assign(app, { turnAway: createTurnAway(http) });
}

/** Only the members that have a value. */
const given = <T extends object>(members: T) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as {
    readonly [K in keyof T]?: Exclude<T[K], undefined>;
  };

/** What both interfaces are told alike. */
const shopOptions = (
  { publicUrl, trustProxy, corsOrigins, log }: ServingOptions,
  metrics: ServingOptions['metrics'],
): ShopOptions => ({
  ...(publicUrl !== undefined && { publicUrl }),
  ...(trustProxy !== undefined && { trustProxy }),
  ...(corsOrigins !== undefined && { corsOrigins }),
  ...(log && { log }),
  ...(metrics && { metrics }),
});

/** Whoever goes away in the middle of an answer leaves one of these behind. */
const isCallerGone = ({ code }: NodeJS.ErrnoException): boolean =>
  ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'].includes(code ?? '');

/** `stock/` → `/stock`. */
function plainPrefix(prefix: string): string {
  const plain = prefix.split('/').filter((segment) => segment !== '');
  const isPlain = plain.every((segment) => /^[A-Za-z0-9._~-]+$/.test(segment) && segment !== '.' && segment !== '..');
  if (!isPlain) throw new Error(`Not a path that an interface can begin with: ${prefix}`);
  return plain.map((segment) => `/${segment}`).join('');
}
