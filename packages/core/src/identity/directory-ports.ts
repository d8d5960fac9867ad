import type { FieldProblem } from '../kernel/errors.ts';
import type {
  CertificateSummary,
  DirectoryAccess,
  DirectoryAnswer,
  DirectoryPerson,
  DirectoryProbe,
  DirectorySettings,
  ProbePerson,
} from './directory/directory.ts';

/**
 * The directory of a company (LDAP v3, RFC 4511).
 *
 * Its answers are not trusted: lengths, types and characters are validated. Each call opens and closes its own
 * connections; the service account and the person never share one.
 */
export interface Directory {
  /** Validates settings without a connection: filters, distinguished names, certificates, forbidden addresses. */
  faultsOf(settings: DirectorySettings): readonly FieldProblem[];
  /** The certificates in a PEM text that has passed `faultsOf`. */
  certificatesIn(pem: string): readonly CertificateSummary[];
  /**
   * Verifies a non-empty password and reads the person, in at most 20 seconds. Referrals are not followed; a failed
   * group lookup is an error and never counts as no membership.
   * @throws DomainError `directory_unavailable`, whose cause has the fault as its `code`
   */
  authenticate(access: DirectoryAccess, username: string, password: string): Promise<DirectoryAnswer>;
  /** Tries every step of a login and returns the result of each; never fails. */
  probe(access: DirectoryAccess, person?: ProbePerson): Promise<DirectoryProbe>;
  /**
   * Reads one person by the immutable identifier; undefined if there is none.
   * @throws DomainError `directory_unavailable`
   */
  findByExternalId(access: DirectoryAccess, externalId: string): Promise<DirectoryPerson | undefined>;
  /**
   * All entries that match the user filter with `*` for the name, in pages of at most 500.
   * @throws DomainError `directory_unavailable`, also in the middle
   */
  people(access: DirectoryAccess): AsyncIterable<readonly DirectoryPerson[]>;
}

/** A saved version of the settings, with the sealed password. */
export interface StoredDirectorySettings {
  readonly settings: DirectorySettings;
  /** Sealed by the `SecretBox`; null without a password. */
  readonly sealedPassword: string | null;
  readonly version: number;
  readonly updatedAt: Date;
  /** Null when the command line wrote them. */
  readonly updatedBy: number | null;
}

/** Persists the settings and the synchronisation lease. */
export interface DirectorySettingsStore {
  /** The last saved settings; undefined before the first save and after `remove`. */
  find(): Promise<StoredDirectorySettings | undefined>;
  /** As `find`, and locks the settings until the surrounding unit of work ends. */
  hold(): Promise<StoredDirectorySettings | undefined>;
  /** Replaces the settings; versions are never reused. */
  save(
    stored: Pick<StoredDirectorySettings, 'settings' | 'sealedPassword' | 'updatedBy'>,
    now: Date,
  ): Promise<StoredDirectorySettings>;
  /** Deletes settings and password; false if there were none. */
  remove(): Promise<boolean>;
  /**
   * Claims the synchronisation lease, unless it is held or a synchronisation began after `unlessSince`: with the same
   * schedule in all processes, one of them synchronises.
   */
  claimSync(claim: SyncClaim): Promise<boolean>;
  /** Extends the lease. */
  extendSync(until: Date): Promise<void>;
  /** Releases the lease; the start of the synchronisation stays recorded. */
  releaseSync(): Promise<void>;
}

/** A claim of the synchronisation lease. */
export interface SyncClaim {
  readonly now: Date;
  readonly until: Date;
  /** Undefined to synchronise regardless of the last run. */
  readonly unlessSince?: Date;
}

/** Settings fixed by the environment; absent members can be saved. */
export interface FixedDirectorySettings {
  readonly settings: Partial<DirectorySettings>;
  /** Undefined if the environment does not set it; null for none. */
  readonly bindPassword?: string | null;
}

/** Authenticated encryption for stored secrets. */
export interface SecretBox {
  /** False without a key. */
  readonly canSeal: boolean;
  /**
   * Encrypts a text for one purpose (associated data); the result differs each time.
   * @throws DomainError `secrets_key_missing`
   */
  seal(text: string, purpose: string): string;
  /** Decrypts a text sealed for this purpose; undefined if no key opens it or it was altered. */
  open(sealed: string, purpose: string): string | undefined;
  /** Whether it was sealed with a key other than the current one. */
  isStale(sealed: string): boolean;
}
