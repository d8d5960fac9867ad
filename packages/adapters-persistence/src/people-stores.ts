import type { Database } from './database.ts';
import { MikroDocumentCopyStore } from './repositories/mikro-document-copy-store.ts';
import { MikroLicenceLedger } from './repositories/mikro-licence-ledger.ts';
import { MikroMailLog } from './repositories/mikro-mail-log.ts';
import { MikroMarketConnection } from './repositories/mikro-market-connection.ts';
import { MikroPhonePairingStore } from './repositories/mikro-phone-pairing-store.ts';
import { MikroSealedSecrets } from './repositories/mikro-sealed-secrets.ts';
import { MikroSignInAttempts } from './repositories/mikro-sign-in-attempts.ts';
import { MikroNoticeStore } from './stores/back-office/mikro-notice-store.ts';
import { MikroOptionStore } from './stores/back-office/mikro-option-store.ts';
import { MikroApplicationPasswordStore } from './stores/identity/mikro-application-password-store.ts';
import { MikroDirectorySettingsStore } from './stores/identity/mikro-directory-settings-store.ts';
import { MikroRevocationStore } from './stores/identity/mikro-revocation-store.ts';
import { MikroSignInLinkStore } from './stores/identity/mikro-sign-in-link-store.ts';
import { MikroUserStore } from './stores/identity/mikro-user-store.ts';
import { MikroJobStore } from './stores/jobs/mikro-job-store.ts';
import { MikroAuditTrail } from './stores/mikro-audit-trail.ts';
import { MikroIdempotencyStore } from './stores/mikro-idempotency-store.ts';

/** Stores of accounts, the audit log and user preferences, by the names of the ports. */
export const peopleStores = (database: Database) => ({
  idempotency: new MikroIdempotencyStore(database),
  users: new MikroUserStore(database),
  directorySettings: new MikroDirectorySettingsStore(database),
  revocations: new MikroRevocationStore(database),
  signInLinks: new MikroSignInLinkStore(database),
  applicationPasswords: new MikroApplicationPasswordStore(database),
  auditTrail: new MikroAuditTrail(database),
  options: new MikroOptionStore(database),
  jobs: new MikroJobStore(database),
  signInAttempts: new MikroSignInAttempts(database),
  catalogueStore: new MikroDocumentCopyStore(database, 'extensions'),
  suggestionStore: new MikroDocumentCopyStore(database, 'suggestions'),
  knowledgeStore: new MikroDocumentCopyStore(database, 'knowledge_base'),
  licenceLedger: new MikroLicenceLedger(database),
  marketConnection: new MikroMarketConnection(database),
  notices: new MikroNoticeStore(database),
  mailLog: new MikroMailLog(database),
  phonePairing: new MikroPhonePairingStore(database),
  sealedSecrets: new MikroSealedSecrets(database),
});
