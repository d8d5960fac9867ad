/** The core over HTTP, on Koa: as middleware for somebody else's app, or as an application of its own. */
export {
  createHttpApp,
  createInventoryMiddleware,
  type HttpApp,
  type HttpAppOptions,
  type MountOptions,
} from './app.ts';
export type { TrustedProxies } from './common/client-address.ts';
export { createMetrics, type Metrics } from './common/metrics.ts';
export { measureReports, type ReportReadings } from './common/report-metrics.ts';
export { type Listenable, type Listening, type ListenOptions, listen } from './common/server.ts';
export type { ServingOptions } from './inventory/inventory.ts';
export { createMetricsListener } from './pages/metrics-page.ts';
export { createShopMiddleware, type ShopOptions } from './shop/shop.ts';
