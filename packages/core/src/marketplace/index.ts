/** The catalogue of extensions and themes. */

export type { CataloguePackage as PackageFile } from '../commerce/index.ts';
export { CATALOGUE_BYTES } from './catalogue/format.ts';
export { createExtensionLookup } from './catalogue/load-catalogue.ts';
export { type CatalogueFile, type FileSignature, readCatalogue } from './catalogue/read-catalogue.ts';
export { catalogueTooLarge, catalogueUnavailable } from './errors.ts';
export { noCatalog } from './no-catalog.ts';
export type {
  CatalogueState,
  CatalogueStore,
  ExtensionCatalog,
  FetchedCatalogue,
  MarketplacePorts,
  SignatureVerifier,
} from './ports.ts';
export { refreshCatalogue, refreshCatalogueWhenDue } from './use-cases/refresh-catalogue.ts';
export { type CatalogueReport, showCatalogue } from './use-cases/show-catalogue.ts';
