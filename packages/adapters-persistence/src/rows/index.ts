import { AppUserRow } from './app-user.row.ts';
import { ApplicationPasswordRow } from './application-password.row.ts';
import { AuditEventRow } from './audit-event.row.ts';
import { CategoryRow } from './category.row.ts';
import { DismissedNoticeRow } from './dismissed-notice.row.ts';
import { IdempotencyRow } from './idempotency.row.ts';
import { ItemRow, ItemStockRow, StockLevelRow } from './item.row.ts';
import { LdapConfigRow } from './ldap-config.row.ts';
import { LocationRow } from './location.row.ts';
import { OperationRow } from './operation.row.ts';
import { RateCounterRow } from './rate-counter.row.ts';
import { RevokedTokenRow } from './revoked-token.row.ts';
import { ShopOptionRow } from './shop-option.row.ts';

/** Every table. */
export const rows = [
  AppUserRow,
  RevokedTokenRow,
  LdapConfigRow,
  IdempotencyRow,
  CategoryRow,
  LocationRow,
  ItemRow,
  ItemStockRow,
  StockLevelRow,
  OperationRow,
  AuditEventRow,
  ApplicationPasswordRow,
  RateCounterRow,
  ShopOptionRow,
  DismissedNoticeRow,
];
