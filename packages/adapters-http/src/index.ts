/** HTTP adapter of the core, based on Koa: as middleware for another app, or as a complete application. */
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
export {
  demandAvailable,
  type Listenable,
  type Listening,
  type ListenOptions,
  listen,
  listenPrivately,
  serveInMemory,
} from './common/server.ts';
export type { ControlOptions } from './control/control.ts';
export type { DeskOptions } from './desk/desk-pages.ts';
export { DeskFiles } from './desk/files.ts';
export { createFetchApp, type FetchApp, type FetchOptions } from './fetch.ts';
export type { ServingOptions } from './inventory/inventory.ts';
export { createMetricsListener } from './pages/metrics-page.ts';
export { createShopMiddleware, type ShopOptions } from './shop/shop.ts';
