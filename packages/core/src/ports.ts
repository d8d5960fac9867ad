import type { FactImportPorts, FactStore, ReportPorts } from './analytics/index.ts';
import type { BackOfficePorts, OptionStore } from './back-office/index.ts';
import type { CatalogPorts } from './catalog/index.ts';
import type { ContentPorts } from './content/index.ts';
import type { EmbedPorts } from './embeds/index.ts';
import type { ExtensionPorts, ExtensionRuntime } from './extensions/index.ts';
import type { IdentityPorts, UserStore } from './identity/index.ts';
import type { InventoryPorts, ProductLinkStore } from './inventory/index.ts';
import type { LivePorts } from './live/index.ts';
import type { MailLog, MailPorts } from './mail/index.ts';
import type { NotificationPorts } from './notifications/index.ts';
import type { OnboardingPorts } from './onboarding/index.ts';
import type { OrdersPorts } from './orders/index.ts';
import type { OverviewPorts } from './overview/index.ts';
import type { PartnerPorts } from './partner-ports.ts';
import type { PhonesPorts } from './phones/index.ts';
import type { SitePorts } from './site/index.ts';
import type { SystemPorts } from './system-ports.ts';

/** The ports of all use cases. */
export interface Ports
  extends IdentityPorts,
    InventoryPorts,
    CatalogPorts,
    ContentPorts,
    EmbedPorts,
    OrdersPorts,
    Pick<ReportPorts, 'reports'>,
    FactImportPorts,
    SitePorts,
    SystemPorts,
    MailPorts,
    BackOfficePorts,
    OnboardingPorts,
    OverviewPorts,
    PhonesPorts,
    PartnerPorts,
    ExtensionPorts,
    LivePorts,
    NotificationPorts {
  // Stores that some contexts use through a narrower port.
  readonly facts: FactStore;
  readonly productLinks: ProductLinkStore;
  readonly users: UserStore;
  readonly mailLog: MailLog;
  readonly options: OptionStore;
  readonly extensionRuntime: ExtensionRuntime;
}

/** What a program supplies to get a core. */
export type SuppliedPorts = Omit<
  Ports,
  'events' | 'liveFeed' | 'orderFacts' | 'orderStock' | 'extensionLookup' | 'installedPackages' | 'jobKinds'
>;

/** Every port that a program supplies, by name; a missing one does not compile. */
const supplied = {
  clock: 'service',
  ids: 'service',
  random: 'service',
  log: 'service',
  unitOfWork: 'store',
  idempotency: 'store',
  rateLimiter: 'service',
  settings: 'service',
  users: 'store',
  revocations: 'store',
  signInLinks: 'store',
  applicationPasswords: 'store',
  secretDigest: 'service',
  passwords: 'service',
  commonPasswords: 'service',
  tokens: 'service',
  tokenNames: 'service',
  tokenKeys: 'service',
  directory: 'service',
  directorySettings: 'store',
  fixedDirectory: 'service',
  secretBox: 'service',
  secretKeys: 'service',
  items: 'store',
  categories: 'store',
  locations: 'store',
  ledger: 'store',
  exports: 'store',
  imports: 'store',
  productLinks: 'store',
  reservations: 'store',
  stockSync: 'store',
  tables: 'service',
  products: 'store',
  taxonomy: 'store',
  pages: 'store',
  htmlSanitizer: 'service',
  embedReader: 'service',
  embedCache: 'service',
  embedProviders: 'service',
  shopSettings: 'store',
  orders: 'store',
  customers: 'store',
  coupons: 'store',
  taxRates: 'store',
  recordLocks: 'store',
  downloads: 'store',
  facts: 'store',
  importSource: 'store',
  importLog: 'store',
  reports: 'store',
  recordSearch: 'store',
  attention: 'store',
  signInAttempts: 'store',
  auditTrail: 'store',
  options: 'store',
  notices: 'store',
  onboardingState: 'store',
  taskRegistry: 'service',
  jobs: 'store',
  jobQueue: 'service',
  digests: 'service',
  files: 'service',
  archives: 'service',
  signatures: 'service',
  mail: 'service',
  mailLog: 'store',
  phonePairing: 'store',
  pushNotifier: 'service',
  sealedSecrets: 'store',
  outbound: 'service',
  extensionCatalog: 'service',
  catalogueStore: 'store',
  signatureVerifier: 'service',
  previewSanitizer: 'service',
  licenceLedger: 'store',
  licenceServer: 'service',
  marketConnection: 'store',
  themes: 'store',
  themePackages: 'service',
  themeStyles: 'service',
  extensions: 'store',
  extensionValues: 'store',
  extensionQueue: 'store',
  extensionInstaller: 'service',
  extensionLogs: 'service',
  extensionRuntime: 'service',
  paymentOnboarding: 'service',
  partnerOnboarding: 'service',
  suggestionCatalog: 'service',
  suggestionStore: 'store',
  knowledgeBase: 'service',
  knowledgeStore: 'store',
  marketingChannels: 'service',
  contributedSuggestions: 'service',
  siteConnector: 'service',
  signingKeys: 'service',
  connectorPairing: 'store',
  connectorNonces: 'store',
  connectorErrors: 'store',
  statisticsProviders: 'service',
  experiments: 'service',
  changes: 'service',
  build: 'service',
  probes: 'store',
  apiDescription: 'service',
  shopDescription: 'service',
} as const satisfies { readonly [P in keyof SuppliedPorts]: 'store' | 'service' };

type StoreName = {
  [P in keyof typeof supplied]: (typeof supplied)[P] extends 'store' ? P : never;
}[keyof typeof supplied];

/** The ports that one database implements. */
export type StorePorts = Pick<SuppliedPorts, StoreName>;

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
