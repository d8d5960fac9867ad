import type { FactImportPorts, FactStore, ReportPorts } from './analytics/index.ts';
import type { AuditPorts } from './audit/index.ts';
import type { BackOfficePorts, OptionStore } from './back-office/index.ts';
import type { CatalogPorts } from './catalog/index.ts';
import type { FilePorts } from './files/index.ts';
import type { IdentityPorts, UserStore } from './identity/index.ts';
import type { InventoryPorts, ProductLinkStore } from './inventory/index.ts';
import type { JobsPorts } from './jobs/index.ts';
import type { MailLog, MailPorts } from './mail/index.ts';
import type { NotificationPorts } from './notifications/index.ts';
import type { OnboardingPorts } from './onboarding/index.ts';
import type { OrdersPorts } from './orders/index.ts';
import type { OutboundPorts } from './outbound/index.ts';
import type { SitePorts } from './site/index.ts';

/** The ports of all use cases. */
export interface Ports
  extends IdentityPorts,
    InventoryPorts,
    CatalogPorts,
    OrdersPorts,
    ReportPorts,
    FactImportPorts,
    SitePorts,
    AuditPorts,
    BackOfficePorts,
    OnboardingPorts,
    JobsPorts,
    FilePorts,
    MailPorts,
    OutboundPorts,
    NotificationPorts {
  // Stores that some contexts use through a narrower port.
  readonly facts: FactStore;
  readonly productLinks: ProductLinkStore;
  readonly users: UserStore;
  readonly mailLog: MailLog;
  readonly options: OptionStore;
}

/** What a program supplies to get a core. */
export type SuppliedPorts = Omit<Ports, 'events' | 'orderFacts' | 'orderStock' | 'jobKinds'>;
