import type { FieldProblem } from '../kernel/errors.ts';
import type {
  CertificateSummary,
  DirectoryAccess,
  DirectoryAnswer,
  DirectoryPerson,
  DirectoryProbe,
  DirectorySettings,
  ProbePerson,
} from './directory.ts';

/**
 * The directory of a company (LDAP v3, RFC 4511).
 *
 * Nothing it answers is trusted: lengths, types and characters are checked before anything is handed on. Each call opens
 * its own connections and ends them; the service account and the person never share one.
 */
export interface Directory {
  /** Names what is wrong with settings before any server is asked: filters, distinguished names, certificates, addresses that are never allowed. */
  faultsOf(settings: DirectorySettings): readonly FieldProblem[];
  /** The certificates in a PEM text, which `faultsOf` has let pass. */
  certificatesIn(pem: string): readonly CertificateSummary[];
  /**
   * Checks a password that is not empty, and reads who it is; all in at most 20 seconds. Referrals are not followed, and
   * a failed lookup of groups is a failure, never a "no".
   * @throws DomainError `directory_unavailable`, whose cause has the fault as its `code`, when the directory cannot say
   */
  authenticate(access: DirectoryAccess, username: string, password: string): Promise<DirectoryAnswer>;
  /** Tries every step of a login and tells what came of each; never fails. */
  probe(access: DirectoryAccess, person?: ProbePerson): Promise<DirectoryProbe>;
  /**
   * Reads one person by the identifier that never changes; undefined when nobody has it.
   * @throws DomainError `directory_unavailable`
   */
  findByExternalId(access: DirectoryAccess, externalId: string): Promise<DirectoryPerson | undefined>;
  /**
   * Everybody the user filter finds with `*` for the name, in pages of at most 500.
   * @throws DomainError `directory_unavailable`, also in the middle
   */
  people(access: DirectoryAccess): AsyncIterable<readonly DirectoryPerson[]>;
}

/** What is kept of the settings. */
export interface StoredDirectorySettings {
  readonly settings: DirectorySettings;
  /** Sealed by the `SecretBox`; null when there is no password. */
  readonly sealedPassword: string | null;
  readonly version: number;
  readonly updatedAt: Date;
  /** Null when the command line wrote them. */
  readonly updatedBy: number | null;
}

/** Keeps the settings of the one directory. */
export interface DirectorySettingsStore {
  /** Gives what was saved last; undefined before the first save and after `remove`. */
  find(): Promise<StoredDirectorySettings | undefined>;
  /** Gives what was saved last and keeps others from saving until the surrounding unit of work ends. */
  hold(): Promise<StoredDirectorySettings | undefined>;
  /** Keeps settings in place of what was there; the version is never one that was there before. */
  save(
    stored: Pick<StoredDirectorySettings, 'settings' | 'sealedPassword' | 'updatedBy'>,
    now: Date,
  ): Promise<StoredDirectorySettings>;
  /** Forgets settings and password; false when there was nothing. */
  remove(): Promise<boolean>;
  /**
   * Reserves the right to synchronise until a moment, if nobody else has it and nobody has begun after `unlessSince`:
   * processes that all keep the same appointment synchronise once.
   */
  claimSync(claim: SyncClaim): Promise<boolean>;
  /** Keeps the right that one has until a later moment. */
  extendSync(until: Date): Promise<void>;
  /** Gives the right back; that one has begun stays known. */
  releaseSync(): Promise<void>;
}

/** A wish to synchronise. */
export interface SyncClaim {
  readonly now: Date;
  readonly until: Date;
  /** Undefined when it shall be whenever the last one was. */
  readonly unlessSince?: Date;
}

/** Settings that the environment decides; what is absent can be saved. */
export interface FixedDirectorySettings {
  readonly settings: Partial<DirectorySettings>;
  /** Undefined where the environment does not say; null for none. */
  readonly bindPassword?: string | null;
}

/** Keeps secrets that have to be read again: what it seals can be stored anywhere. */
export interface SecretBox {
  /** Whether there is a key to seal with. */
  readonly canSeal: boolean;
  /**
   * Encrypts a text so that only the same purpose opens it; never the same twice.
   * @throws DomainError `secrets_key_missing`
   */
  seal(text: string, purpose: string): string;
  /** The text that was sealed for this purpose; undefined when no key opens it or it was altered. */
  open(sealed: string, purpose: string): string | undefined;
  /** Whether it was sealed with another key than the one that seals now. */
  isStale(sealed: string): boolean;
}
