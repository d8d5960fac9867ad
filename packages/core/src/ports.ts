import type { FactImportPorts, ReportPorts } from './analytics/index.ts';
import type { AuditPorts } from './audit/index.ts';
import type { BackOfficePorts } from './back-office/index.ts';
import type { CatalogPorts } from './catalog/index.ts';
import type { FilePorts } from './files/index.ts';
import type { IdentityPorts } from './identity/index.ts';
import type { InventoryPorts } from './inventory/index.ts';
import type { JobsPorts } from './jobs/index.ts';
import type { MailPorts } from './mail/index.ts';
import type { OnboardingPorts } from './onboarding/index.ts';
import type { OrdersPorts } from './orders/index.ts';
import type { SitePorts } from './site/index.ts';

/** The ports of all contexts. */
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
    MailPorts {}
/** The ports that a program supplies to `createCore`, which makes the others. */
export type SuppliedPorts = Omit<Ports, 'events' | 'orderStock' | 'jobKinds'>;
