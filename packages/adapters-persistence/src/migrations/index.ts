import { Identity } from './0001-identity.ts';
import { Inventory } from './0002-inventory.ts';
import { Audit } from './0003-audit.ts';
import { Directory } from './0004-directory.ts';
import { RateCounter } from './0005-rate-counter.ts';
import { ApplicationPasswords } from './0006-application-passwords.ts';
import { BackOffice } from './0007-back-office.ts';
import { Commerce } from './0008-commerce.ts';
import { Facts } from './0009-facts.ts';
import { OneStock } from './0010-one-stock.ts';
import { SumsOfReports } from './0011-sums-of-reports.ts';
import { Jobs } from './0012-jobs.ts';
import { CustomersOfReports } from './0013-customers-of-reports.ts';
import { Imports } from './0014-imports.ts';
import { SumsOfSegments } from './0015-sums-of-segments.ts';
import { DaysOfParts } from './0016-days-of-parts.ts';
import { MonthsOfSums } from './0017-months-of-sums.ts';
import { AddedOrders } from './0018-added-orders.ts';
import { Phones } from './0019-phones.ts';
import { ClaimsOfJobs } from './0020-claims-of-jobs.ts';
import { Content } from './0021-content.ts';
import { MailLog } from './0022-mail-log.ts';

/** All schema migrations in order: forward only, and never edited after their release. */
export const migrations = [
  { name: '0001-identity', class: Identity },
  { name: '0002-inventory', class: Inventory },
  { name: '0003-audit', class: Audit },
  { name: '0004-directory', class: Directory },
  { name: '0005-rate-counter', class: RateCounter },
  { name: '0006-application-passwords', class: ApplicationPasswords },
  { name: '0007-back-office', class: BackOffice },
  { name: '0008-commerce', class: Commerce },
  { name: '0009-facts', class: Facts },
  { name: '0010-one-stock', class: OneStock },
  { name: '0011-sums-of-reports', class: SumsOfReports },
  { name: '0012-jobs', class: Jobs },
  { name: '0013-customers-of-reports', class: CustomersOfReports },
  { name: '0014-imports', class: Imports },
  { name: '0015-sums-of-segments', class: SumsOfSegments },
  { name: '0016-days-of-parts', class: DaysOfParts },
  { name: '0017-months-of-sums', class: MonthsOfSums },
  { name: '0018-added-orders', class: AddedOrders },
  { name: '0019-phones', class: Phones },
  { name: '0020-claims-of-jobs', class: ClaimsOfJobs },
  { name: '0021-content', class: Content },
  { name: '0022-mail-log', class: MailLog },
];
