import type { Database } from './database.ts';
import { MikroApplicationPasswordStore } from './stores/mikro-application-password-store.ts';
import { MikroAuditTrail } from './stores/mikro-audit-trail.ts';
import { MikroDirectorySettingsStore } from './stores/mikro-directory-settings-store.ts';
import { MikroIdempotencyStore } from './stores/mikro-idempotency-store.ts';
import { MikroJobStore } from './stores/mikro-job-store.ts';
import { MikroNoticeStore } from './stores/mikro-notice-store.ts';
import { MikroOptionStore } from './stores/mikro-option-store.ts';
import { MikroRevocationStore } from './stores/mikro-revocation-store.ts';
import { MikroUserStore } from './stores/mikro-user-store.ts';

/** Who people are, what they did, and what they decided about the screens, by the names of the ports. */
export const peopleStores = (database: Database) => ({
  idempotency: new MikroIdempotencyStore(database),
  users: new MikroUserStore(database),
  directorySettings: new MikroDirectorySettingsStore(database),
  revocations: new MikroRevocationStore(database),
  applicationPasswords: new MikroApplicationPasswordStore(database),
  auditTrail: new MikroAuditTrail(database),
  options: new MikroOptionStore(database),
  jobs: new MikroJobStore(database),
  notices: new MikroNoticeStore(database),
});
