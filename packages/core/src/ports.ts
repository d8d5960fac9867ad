import type { FactImportPorts, FactStore, ReportPorts } from './analytics/index.ts';
import type { AuditPorts } from './audit/index.ts';
import type { BackOfficePorts, OptionStore } from './back-office/index.ts';
import type { CatalogPorts } from './catalog/index.ts';
import type { ContentPorts } from './content/index.ts';
import type { EmbedPorts } from './embeds/index.ts';
import type { FilePorts } from './files/index.ts';
import type { IdentityPorts, UserStore } from './identity/index.ts';
import type { InventoryPorts, ProductLinkStore } from './inventory/index.ts';
import type { JobsPorts } from './jobs/index.ts';
import type { MailLog, MailPorts } from './mail/index.ts';
import type { MarketplacePorts } from './marketplace/index.ts';
import type { NotificationPorts } from './notifications/index.ts';
import type { OnboardingPorts } from './onboarding/index.ts';
import type { OrdersPorts } from './orders/index.ts';
import type { OutboundPorts } from './outbound/index.ts';
import type { PhonesPorts } from './phones/index.ts';
import type { SitePorts } from './site/index.ts';

/** The ports of all use cases. */
export interface Ports
  extends IdentityPorts,
    InventoryPorts,
    CatalogPorts,
    ContentPorts,
    EmbedPorts,
    OrdersPorts,
    ReportPorts,
    FactImportPorts,
    SitePorts,
    AuditPorts,
    BackOfficePorts,
    OnboardingPorts,
    JobsPorts,
    PhonesPorts,
    FilePorts,
    MailPorts,
    OutboundPorts,
    MarketplacePorts,
    NotificationPorts {
  // Stores that some contexts use through a narrower port.
  readonly facts: FactStore;
  readonly productLinks: ProductLinkStore;
  readonly users: UserStore;
  readonly mailLog: MailLog;
  readonly options: OptionStore;
}

/** What a program supplies to get a core. */
export type SuppliedPorts = Omit<Ports, 'events' | 'orderFacts' | 'orderStock' | 'extensionLookup' | 'jobKinds'>;

/** Every port that a program supplies, by name; a missing one does not compile. */
const supplied = {
  clock: true,
  ids: true,
  random: true,
  log: true,
  unitOfWork: true,
  idempotency: true,
  rateLimiter: true,
  settings: true,
  users: true,
  revocations: true,
  signInLinks: true,
  applicationPasswords: true,
  secretDigest: true,
  passwords: true,
  commonPasswords: true,
  tokens: true,
  tokenNames: true,
  tokenKeys: true,
  directory: true,
  directorySettings: true,
  fixedDirectory: true,
  secretBox: true,
  secretKeys: true,
  items: true,
  categories: true,
  locations: true,
  ledger: true,
  exports: true,
  imports: true,
  productLinks: true,
  reservations: true,
  stockSync: true,
  tables: true,
  products: true,
  taxonomy: true,
  pages: true,
  htmlSanitizer: true,
  embedReader: true,
  embedCache: true,
  embedProviders: true,
  shopSettings: true,
  orders: true,
  customers: true,
  coupons: true,
  taxRates: true,
  downloads: true,
  facts: true,
  importSource: true,
  importLog: true,
  reports: true,
  signInAttempts: true,
  auditTrail: true,
  options: true,
  notices: true,
  jobs: true,
  jobQueue: true,
  digests: true,
  files: true,
  signatures: true,
  mail: true,
  mailLog: true,
  phonePairing: true,
  pushNotifier: true,
  sealedSecrets: true,
  outbound: true,
  extensionCatalog: true,
  catalogueStore: true,
  signatureVerifier: true,
  previewSanitizer: true,
  licenceLedger: true,
  licenceServer: true,
  marketConnection: true,
  paymentOnboarding: true,
  partnerOnboarding: true,
  experiments: true,
  build: true,
  probes: true,
  apiDescription: true,
  shopDescription: true,
} satisfies { readonly [P in keyof SuppliedPorts]: true };

/** The names of the ports that a program supplies. */
export const portNames = Object.keys(supplied) as readonly (keyof SuppliedPorts)[];

/**
 * Refuses an incomplete set of ports.
 * @throws TypeError that names every missing port
 */
export function demandPorts(given: Partial<SuppliedPorts>): void {
  const missing = portNames.filter((name) => given[name] === undefined);
  if (missing.length > 0) throw new TypeError(`createCore is missing the ports: ${missing.join(', ')}.`);
}
