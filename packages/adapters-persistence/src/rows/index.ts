import type { EntitySchema } from '@mikro-orm/core';
import { ConnectorPairingEntity } from '../entities/connector-pairing.ts';
import { ConnectorErrorEntity, ConnectorNonceEntity } from '../entities/connector-records.ts';
import { DocumentCopyEntity } from '../entities/document-copy.ts';
import { ExtensionEntity } from '../entities/extension.ts';
import { ExtensionEventEntity, ExtensionListenerEntity } from '../entities/extension-event.ts';
import { ExtensionValueEntity } from '../entities/extension-value.ts';
import { LicenceEntity } from '../entities/licence.ts';
import { MailRecordEntity } from '../entities/mail-record.ts';
import { MarketConnectionEntity } from '../entities/market-connection.ts';
import { StartedTaskEntity, TaskListStateEntity, TaskStateEntity } from '../entities/onboarding-state.ts';
import { PageEntity } from '../entities/page.ts';
import { PhonePairingEntity } from '../entities/phone-pairing.ts';
import { SignInAttemptEntity } from '../entities/sign-in-attempt.ts';
import { ThemeEntity } from '../entities/theme.ts';
import { AppUserRow } from './app-user.row.ts';
import { ApplicationPasswordRow } from './application-password.row.ts';
import { AuditEventRow } from './audit-event.row.ts';
import {
  CategoryClosureRow,
  ProductAttributeRow,
  ProductAttributeTermRow,
  ProductCategoryLinkRow,
  ProductCategoryRow,
  ProductLinkRow,
  ProductRow,
  ShopSettingRow,
} from './catalog.row.ts';
import { CategoryRow } from './category.row.ts';
import { CustomerFactRow, CustomerTallyRow, CustomerYearRow } from './customer-fact.row.ts';
import { DismissedNoticeRow } from './dismissed-notice.row.ts';
import { CouponFactRow, FactRulesRow, LineFactRow, OrderFactRow, OrderPartRow, TaxFactRow } from './fact.row.ts';
import { IdempotencyRow } from './idempotency.row.ts';
import { FactImportRow, FailedOrderRow } from './import.row.ts';
import { ItemRow, ItemStockRow, StockLevelRow } from './item.row.ts';
import { JobRow } from './job.row.ts';
import { LdapConfigRow } from './ldap-config.row.ts';
import {
  CategoryLevelRow,
  CategoryPendingRow,
  CountedCategoryRow,
  CustomerDayRow,
  CustomerPendingRow,
  LineLevelRow,
  LinePendingRow,
  MovedProductRow,
  ProductLevelRow,
  RateProductLevelRow,
  RateProductPendingRow,
  VariationLevelRow,
} from './level.row.ts';
import { LocationRow } from './location.row.ts';
import { OperationRow, StockVerificationRow } from './operation.row.ts';
import { RateCounterRow } from './rate-counter.row.ts';
import { RevokedTokenRow } from './revoked-token.row.ts';
import {
  CouponDayRow,
  CouponMonthRow,
  CouponPendingRow,
  CouponYearRow,
  OrderDayRow,
  OrderMonthRow,
  OrderPendingRow,
  OrderYearRow,
  TaxDayRow,
  TaxMonthRow,
  TaxPendingRow,
  TaxYearRow,
} from './roll-up.row.ts';
import { ShopOptionRow } from './shop-option.row.ts';
import {
  CouponRow,
  CustomerRow,
  DownloadRow,
  ReservationRow,
  ShopOrderIdRow,
  ShopOrderRow,
  ShopRefundRow,
  TaxRateRow,
} from './shop-order.row.ts';
import { SignInLinkRow } from './sign-in-link.row.ts';
import { StockSyncRequestRow, StockSyncRow } from './stock-sync.row.ts';

/** Tables of identity, audit, jobs, back office and inventory. */
export const stockroomRows = [
  AppUserRow,
  RevokedTokenRow,
  SignInLinkRow,
  LdapConfigRow,
  IdempotencyRow,
  CategoryRow,
  LocationRow,
  ItemRow,
  ItemStockRow,
  StockLevelRow,
  OperationRow,
  StockVerificationRow,
  AuditEventRow,
  ApplicationPasswordRow,
  RateCounterRow,
  ShopOptionRow,
  DismissedNoticeRow,
  TaskListStateEntity,
  TaskStateEntity,
  StartedTaskEntity,
  JobRow,
  MailRecordEntity,
  PhonePairingEntity,
  SignInAttemptEntity,
];

/** Tables of the marketplace. */
export const marketplaceRows = [
  DocumentCopyEntity,
  LicenceEntity,
  MarketConnectionEntity,
  ExtensionEntity,
  ExtensionValueEntity,
  ExtensionListenerEntity,
  ExtensionEventEntity,
  ThemeEntity,
];

/** Tables of the connector. */
export const connectorRows = [ConnectorPairingEntity, ConnectorNonceEntity, ConnectorErrorEntity];

/** Tables of the catalog and its stock. */
export const catalogRows = [
  ShopSettingRow,
  ProductCategoryRow,
  CategoryClosureRow,
  ProductAttributeRow,
  ProductAttributeTermRow,
  ProductRow,
  ProductCategoryLinkRow,
  ProductLinkRow,
  StockSyncRow,
  StockSyncRequestRow,
];

/** Tables of orders and customers. */
export const orderRows = [
  TaxRateRow,
  CouponRow,
  CustomerRow,
  ShopOrderIdRow,
  ShopOrderRow,
  ShopRefundRow,
  DownloadRow,
  ReservationRow,
];

/** Tables of facts and roll-ups. */
export const factRows = [
  OrderFactRow,
  LineFactRow,
  CouponFactRow,
  TaxFactRow,
  OrderPartRow,
  CustomerFactRow,
  CustomerTallyRow,
  CustomerYearRow,
  FactRulesRow,
  OrderDayRow,
  OrderMonthRow,
  OrderYearRow,
  OrderPendingRow,
  CouponMonthRow,
  CouponYearRow,
  CouponPendingRow,
  TaxDayRow,
  TaxMonthRow,
  TaxYearRow,
  TaxPendingRow,
  CouponDayRow,
  CategoryLevelRow,
  CategoryPendingRow,
  CountedCategoryRow,
  CustomerDayRow,
  CustomerPendingRow,
  LineLevelRow,
  LinePendingRow,
  MovedProductRow,
  RateProductLevelRow,
  RateProductPendingRow,
  ProductLevelRow,
  VariationLevelRow,
  FactImportRow,
  FailedOrderRow,
];

/** All tables. */
export const rows: readonly EntitySchema[] = [
  ...stockroomRows,
  ...marketplaceRows,
  ...connectorRows,
  ...catalogRows,
  ...orderRows,
  ...factRows,
  PageEntity,
];
