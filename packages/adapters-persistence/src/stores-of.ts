import type { Database } from './database.ts';
import { MikroApplicationPasswordStore } from './stores/mikro-application-password-store.ts';
import { MikroAuditTrail } from './stores/mikro-audit-trail.ts';
import { MikroCategoryStore } from './stores/mikro-category-store.ts';
import { MikroDirectorySettingsStore } from './stores/mikro-directory-settings-store.ts';
import { MikroExportStore } from './stores/mikro-export-store.ts';
import { MikroIdempotencyStore } from './stores/mikro-idempotency-store.ts';
import { MikroImportStore } from './stores/mikro-import-store.ts';
import { MikroItemStore } from './stores/mikro-item-store.ts';
import { MikroLocationStore } from './stores/mikro-location-store.ts';
import { MikroNoticeStore } from './stores/mikro-notice-store.ts';
import { MikroOperationLedger } from './stores/mikro-operation-ledger.ts';
import { MikroOptionStore } from './stores/mikro-option-store.ts';
import { MikroRevocationStore } from './stores/mikro-revocation-store.ts';
import { MikroUserStore } from './stores/mikro-user-store.ts';

/** Everything that an open database keeps for the core, by the names of its ports. */
export const storesOf = (database: Database) => ({
  unitOfWork: database.unitOfWork,
  idempotency: new MikroIdempotencyStore(database),
  users: new MikroUserStore(database),
  directorySettings: new MikroDirectorySettingsStore(database),
  revocations: new MikroRevocationStore(database),
  applicationPasswords: new MikroApplicationPasswordStore(database),
  items: new MikroItemStore(database),
  categories: new MikroCategoryStore(database),
  locations: new MikroLocationStore(database),
  ledger: new MikroOperationLedger(database),
  auditTrail: new MikroAuditTrail(database),
  exports: new MikroExportStore(database),
  imports: new MikroImportStore(database),
  options: new MikroOptionStore(database),
  notices: new MikroNoticeStore(database),
  probes: { database: () => database.answers(), pendingMigrations: () => database.pendingMigrations() },
});

/** What `storesOf` gives. */
export type Stores = ReturnType<typeof storesOf>;
