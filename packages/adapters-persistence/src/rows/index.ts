import { AppUserRow } from './app-user.row.ts';
import { CategoryRow } from './category.row.ts';
import { IdempotencyRow } from './idempotency.row.ts';
import { ItemRow, ItemStockRow, StockLevelRow } from './item.row.ts';
import { LocationRow } from './location.row.ts';
import { OperationRow } from './operation.row.ts';
import { RevokedTokenRow } from './revoked-token.row.ts';

/** Every table. */
export const rows = [
  AppUserRow,
  RevokedTokenRow,
  IdempotencyRow,
  CategoryRow,
  LocationRow,
  ItemRow,
  ItemStockRow,
  StockLevelRow,
  OperationRow,
];
