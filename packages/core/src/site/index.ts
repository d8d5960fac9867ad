/** Health, version, API descriptions and indexes of the system. */
export { API_VERSION } from './api-version.ts';
export type { Build, Probes, SitePorts } from './ports.ts';
export { sitePorts } from './ports.ts';
export { checkHealth, checkReadiness, type Readiness } from './use-cases/check-health.ts';
export {
  readApiDescription,
  readPublicApiDescription,
  readPublicShopDescription,
  readShopDescription,
} from './use-cases/read-api-description.ts';
export { readNamespaceIndex, readSiteIndex } from './use-cases/read-index.ts';
export { readPublicKeys } from './use-cases/read-public-keys.ts';
export { readVersion, type VersionReport } from './use-cases/read-version.ts';
export { type BatchAnswer, type RequestBatch, runBatch } from './use-cases/run-batch.ts';
