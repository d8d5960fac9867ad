/** The catalogue of extensions and themes, and licences. */

export type { CataloguePackage as PackageFile } from '../commerce/index.ts';
export { catalogueRules } from './catalogue/catalogue-kind.ts';
export { CATALOGUE_BYTES } from './catalogue/format.ts';
export { createExtensionLookup, loadCatalogue } from './catalogue/load-catalogue.ts';
export { type CatalogueFile, type FileSignature, readCatalogue } from './catalogue/read-catalogue.ts';
export { isNewer } from './catalogue/versions.ts';
export { catalogueTooLarge, licencedProductUnknown, licenceExpired, licenceUnknown } from './errors.ts';
export { marketplaceEvents } from './events.ts';
export {
  isExpired,
  isMaxed,
  type Licence,
  type LicenceOrigin,
  type LicenceTerms,
  licenceOrigins,
  maskedKey,
  type NewLicence,
} from './licences/licence.ts';
export { type FormattedTerms, KEY_LENGTH, termsFormat } from './licences/read-key.ts';
export type { Subscription } from './licences/subscriptions.ts';
export { marketUrl } from './market/authorize-url.ts';
export { MARKET_TOKEN } from './market/credentials.ts';
export { noCatalog, noLicenceServer, noPartnerOnboarding } from './no-adapters.ts';
export {
  LICENCES,
  type LicenceAnswer,
  type LicenceCall,
  type LicenceLedger,
  type LicenceServer,
  type MarketConnection,
  type MarketConnectionStore,
  type MarketplacePorts,
  marketplacePorts,
  type PartnerOnboarding,
  type PreviewSanitizer,
  type SignatureVerifier,
} from './ports.ts';
export {
  type AutoUpdateInput,
  connectLicence,
  disconnectLicence,
  type SiteLicenceInput,
  setAutoUpdate,
} from './use-cases/connections.ts';
export { type CreateOrderInput, createOrder, type OrderOutcome } from './use-cases/create-order.ts';
export {
  beginPartnerOnboarding,
  beginPaymentOnboarding,
  type FinishMarketInput,
  finishMarketConnection,
  type MarketRequestInput,
  requestMarketConnection,
} from './use-cases/market-connection.ts';
export { listFeatured, listSubscriptions, previewProduct, type SafePreview } from './use-cases/offers.ts';
export { refreshCatalogue, refreshCatalogueWhenDue } from './use-cases/refresh-catalogue.ts';
export { type RefreshedMarketplace, refreshMarketplace } from './use-cases/refresh-marketplace.ts';
export { type CatalogueReport, showCatalogue } from './use-cases/show-catalogue.ts';
export { type MailLicence, readMailLicence } from './use-cases/validate-licence.ts';
