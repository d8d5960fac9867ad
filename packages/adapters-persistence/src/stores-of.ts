import type { SuppliedPorts } from '@backroom/core';
import type { ShopSettings } from '@backroom/core/commerce';
import type { BackroomDatabase } from './backroom-database.ts';
import { sqlOf } from './sql-of.ts';
import { sqlStoresOf } from './sql-stores.ts';

/** The ports that the database of Backroom implements. */
export type Stores = Pick<SuppliedPorts, StoreName>;

type StoreName =
  | 'applicationPasswords'
  | 'auditTrail'
  | 'catalogueStore'
  | 'categories'
  | 'coupons'
  | 'customers'
  | 'directorySettings'
  | 'downloads'
  | 'exports'
  | 'facts'
  | 'idempotency'
  | 'importLog'
  | 'importSource'
  | 'imports'
  | 'items'
  | 'jobs'
  | 'ledger'
  | 'licenceLedger'
  | 'locations'
  | 'mailLog'
  | 'marketConnection'
  | 'notices'
  | 'options'
  | 'orders'
  | 'phonePairing'
  | 'pages'
  | 'probes'
  | 'signInAttempts'
  | 'productLinks'
  | 'products'
  | 'reports'
  | 'reservations'
  | 'revocations'
  | 'sealedSecrets'
  | 'shopSettings'
  | 'signInLinks'
  | 'stockSync'
  | 'taxRates'
  | 'taxonomy'
  | 'unitOfWork'
  | 'users';

/**
 * All stores of an open database, by the names of the core's ports. `decided` sets the shop settings of an installation where
 * the shop has saved none.
 */
export const storesOf = (database: BackroomDatabase, decided: Partial<ShopSettings> = {}): Stores =>
  sqlStoresOf(sqlOf(database), decided);
