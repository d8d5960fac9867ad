import {
  analyticsPorts,
  type FactImportPorts,
  type FactStore,
  factImportPorts,
  type ReportPorts,
  reportPorts,
} from './analytics/index.ts';
import { type BackOfficePorts, backOfficePorts, type OptionStore } from './back-office/index.ts';
import { type CatalogPorts, catalogPorts } from './catalog/index.ts';
import { type ContentPorts, contentPorts } from './content/index.ts';
import { type EmbedPorts, embedPorts } from './embeds/index.ts';
import { type ExtensionPorts, type ExtensionRuntime, extensionPorts } from './extensions/index.ts';
import { type IdentityPorts, identityPorts, type UserStore } from './identity/index.ts';
import { type InventoryPorts, inventoryPorts, type ProductLinkStore, shopStockPorts } from './inventory/index.ts';
import { type LivePorts, livePorts } from './live/index.ts';
import { type MailLog, type MailPorts, mailPorts } from './mail/index.ts';
import { type NotificationPorts, notificationPorts } from './notifications/index.ts';
import { type OnboardingPorts, onboardingPorts } from './onboarding/index.ts';
import { type OrdersPorts, ordersPorts } from './orders/index.ts';
import { type OverviewPorts, overviewPorts } from './overview/index.ts';
import { type PartnerPorts, partnerPorts } from './partner-ports.ts';
import { type PhonesPorts, phonesPorts } from './phones/index.ts';
import { type SitePorts, sitePorts } from './site/index.ts';
import { type SystemPorts, systemPorts } from './system-ports.ts';

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

/** Every port that a program supplies, and whether a database does; a missing one does not compile. */
const supplied = {
  ...systemPorts,
  ...identityPorts,
  ...inventoryPorts,
  ...shopStockPorts,
  ...catalogPorts,
  ...contentPorts,
  ...embedPorts,
  ...ordersPorts,
  ...analyticsPorts,
  ...factImportPorts,
  ...reportPorts,
  ...sitePorts,
  ...mailPorts,
  ...backOfficePorts,
  ...onboardingPorts,
  ...overviewPorts,
  ...phonesPorts,
  ...partnerPorts,
  ...extensionPorts,
  ...livePorts,
  ...notificationPorts,
} satisfies { readonly [P in keyof SuppliedPorts]: 'store' | 'service' };

type StoreName = {
  [P in keyof typeof supplied]: (typeof supplied)[P] extends 'store' ? P : never;
}[keyof typeof supplied];

/** The ports that one database implements. */
export type StorePorts = Pick<SuppliedPorts, StoreName>;

/** The names of the ports that a program supplies. */
export const portNames = Object.keys(supplied) as readonly (keyof SuppliedPorts)[];

const isStoreName = (name: keyof SuppliedPorts): name is StoreName => supplied[name] === 'store';

/** The names of the ports that one database implements. */
export const storeNames = portNames.filter(isStoreName);

/**
 * Refuses an incomplete set of ports.
 * @throws TypeError that names every missing port
 */
export function demandPorts(given: Partial<SuppliedPorts>): void {
  const missing = portNames.filter((name) => given[name] === undefined);
  if (missing.length > 0) throw new TypeError(`createCore is missing the ports: ${missing.join(', ')}.`);
}
