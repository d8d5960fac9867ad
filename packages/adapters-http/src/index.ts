/** The core over HTTP, on Koa: as middleware for somebody else's app, or as an application of its own. */
export {
  createHttpApp,
  createInventoryMiddleware,
  type HttpApp,
  type HttpAppOptions,
  type MountOptions,
} from './app.ts';
export type { TrustedProxies } from './client-address.ts';
export type { ServingOptions } from './inventory.ts';
export { createMetrics, type Metrics } from './metrics.ts';
export { createMetricsListener } from './metrics-page.ts';
export { measureReports, type ReportReadings } from './report-metrics.ts';
export { type Listenable, type Listening, type ListenOptions, listen } from './server.ts';
export { createShopMiddleware, type ShopOptions } from './shop.ts';
