/** The data of Backroom in PostgreSQL, embedded or on a server: one adapter for each store of the core. */
export { type Database, type DatabaseOptions, openDatabase } from './database.ts';
export { DatabaseBusy, DatabaseUnavailable } from './database-errors.ts';
export { DataFolderInUse } from './embedded/data-folder-lock.ts';
export { MikroCategoryStore } from './stores/mikro-category-store.ts';
export { MikroIdempotencyStore } from './stores/mikro-idempotency-store.ts';
export { MikroItemStore } from './stores/mikro-item-store.ts';
export { MikroLocationStore } from './stores/mikro-location-store.ts';
export { MikroOperationLedger } from './stores/mikro-operation-ledger.ts';
export { MikroRevocationStore } from './stores/mikro-revocation-store.ts';
export { MikroUserStore } from './stores/mikro-user-store.ts';
