import type { StorePorts } from '@backroom/core';
import type { ShopSettings } from '@backroom/core/commerce';
import type { BackroomDatabase } from './backroom-database.ts';
import { sqlOf } from './sql-of.ts';
import { sqlStoresOf } from './sql-stores.ts';

/**
 * All stores of an open database, by the names of the core's ports. `decided` sets the shop settings of an installation where
 * the shop has saved none.
 */
export const storesOf = (database: BackroomDatabase, decided: Partial<ShopSettings> = {}): StorePorts =>
  sqlStoresOf(sqlOf(database), decided);
