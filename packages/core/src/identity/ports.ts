import type { Role, ShopRole } from '../kernel/capability.ts';
import type { Page, PageRequest, SortKey } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { User, UserSource } from './accounts/user.ts';
import type {
  ApplicationPassword,
  ApplicationPasswordHolder,
  HashedApplicationPassword,
  OwnedApplicationPassword,
} from './application-passwords/application-password.ts';
import type { Directory, DirectorySettingsStore, FixedDirectorySettings, SecretBox } from './directory-ports.ts';
import type { AccessClaims } from './sessions/access-token.ts';
import type { SecretKeys, TokenKeys } from './sessions/keys.ts';
import type { SignInLink } from './sessions/sign-in-link.ts';

/** A filter of users; absent members do not restrict. */
export interface UserFilter {
  /** Part of username or display name (and e-mail address with `searchEmail`), case and accents ignored. */
  readonly q?: string;
  readonly searchEmail?: boolean;
  readonly role?: Role;
  readonly isActive?: boolean;
  readonly source?: UserSource;
  readonly includeDeleted?: boolean;
  readonly includeSystem?: boolean;
}

/** The sort fields of a list of users. */
export const userSortFields = ['id', 'username', 'display_name', 'created_at', 'last_login_at'] as const;
/** One of `userSortFields`. */
export type UserSortField = (typeof userSortFields)[number];

/** A stored password: its hash, and the expiry of a generated one. */
export interface StoredPassword {
  readonly hash: string;
  readonly expiresAt: Date | null;
}

/** The stored state that a login is checked against. */
export interface LoginRecord {
  readonly user: User;
  readonly password: StoredPassword | null;
  readonly tokenVersion: number;
}

/** The stored state that a token is checked against. */
export interface TokenRecord {
  readonly user: Pick<
    User,
    'userId' | 'username' | 'role' | 'shopRole' | 'isActive' | 'mustChangePassword' | 'isSystem' | 'deletedAt'
  >;
  readonly tokenVersion: number;
  readonly isRevoked: boolean;
}

/** The browser session of a token, and the time of the check. */
export interface SessionMoment {
  readonly id: string;
  readonly now: Date;
}

/** A user to be stored. */
export interface NewUser {
  readonly username: string;
  readonly displayName: string | null;
  readonly email: string | null;
  readonly role: Role;
  readonly shopRole: ShopRole | null;
  readonly isActive: boolean;
  readonly source: UserSource;
  readonly mustChangePassword: boolean;
  readonly password: StoredPassword | null;
  /** The directory's identifier of the person, if known. */
  readonly externalId?: string | null;
}

/** Members of a stored user that can change. */
export type UserChanges = Partial<
  Pick<
    User,
    | 'username'
    | 'displayName'
    | 'email'
    | 'role'
    | 'shopRole'
    | 'isActive'
    | 'source'
    | 'externalId'
    | 'mustChangePassword'
    | 'deletedAt'
  >
> & { readonly password?: StoredPassword | null };

/** The store of accounts. */
export interface UserStore {
  /** One page of the users that match, ties broken by id. */
  list(filter: UserFilter, sort: readonly SortKey<UserSortField>[], page: PageRequest): Promise<Page<User>>;
  /** The user with this id, deleted or not. */
  find(userId: number): Promise<User | undefined>;
  /** The same, locked until the surrounding unit of work ends; others read it. */
  findForChange(userId: number): Promise<User | undefined>;
  /** The user of this name, case ignored, who is not deleted. */
  findByName(username: string): Promise<User | undefined>;
  /** The record to check a login against; undefined for unknown names. */
  forLogin(username: string): Promise<LoginRecord | undefined>;
  /**
   * The candidate accounts of these people of the directory, in one query: directory accounts with one of the identifiers,
   * deleted or not; accounts with one of the names; and deleted directory accounts that had one of the names and no
   * identifier.
   */
  forDirectory(externalIds: readonly string[], usernames: readonly string[]): Promise<readonly LoginRecord[]>;
  /** Up to `limit` active directory accounts with an identifier, by id, after `afterId`. */
  linkedToDirectory(afterId: number, limit: number): Promise<readonly User[]>;
  /**
   * The record to check a token against, in one query. A token of a browser session is revoked with the session, and from the
   * moment of its revocation on.
   */
  forToken(userId: number, tokenId: string, session?: SessionMoment): Promise<TokenRecord | undefined>;
  /** The password of a user who has one. */
  passwordOf(userId: number): Promise<StoredPassword | null>;
  /**
   * Stores a new user under a new id.
   * @throws DomainError `username_taken`, `external_id_taken`
   */
  insert(user: NewUser, now: Date): Promise<User>;
  /**
   * Stores new users in bulk.
   * @throws DomainError `username_taken`, `external_id_taken`
   */
  insertAll(users: readonly NewUser[], now: Date): Promise<void>;
  /** Deactivates users, increments their versions, and revokes their tokens; returns how many were active. */
  deactivateAll(userIds: readonly number[], now: Date): Promise<number>;
  /**
   * Changes a user and increments its version; undefined if there is none.
   * @throws DomainError `username_taken`, `external_id_taken`
   */
  update(userId: number, changes: UserChanges, now: Date): Promise<User | undefined>;
  /** Deletes a user without references. */
  remove(userId: number): Promise<void>;
  /** Whether operations, the audit log or other permanent records reference this user. */
  isReferredTo(userId: number): Promise<boolean>;
  /** Records a successful login, and stores a new hash of the same password if given. */
  recordLogin(userId: number, at: Date, source: UserSource, freshHash?: string): Promise<void>;
  /** Revokes all tokens of the user and returns the new token version; without a user, those of all users. */
  raiseTokenVersion(userId?: number): Promise<number>;
  /** Locks changes of administrators until the surrounding unit of work ends. */
  holdAdministrators(): Promise<void>;
  /** How many active local administrators there are. */
  countLocalAdministrators(): Promise<number>;
  /** Whether any administrator exists, active or not. */
  hasAdministrator(): Promise<boolean>;
  /** The account that automatic operations are recorded under. */
  systemUser(): Promise<User>;
}

/** The store of individually revoked tokens and browser sessions. */
export interface RevocationStore {
  /**
   * Revokes the token, or all tokens of the session with this id; the entry may be deleted after `expiresAt`. `from` postpones
   * it for a token of a session; of several revocations the earliest counts.
   */
  revoke(tokenId: string, userId: number, expiresAt: Date, from?: Date): Promise<void>;
  /** Deletes expired entries, and returns their number. */
  forgetExpired(now: Date): Promise<number>;
}

/** The store of one-time sign-in links, by the digests of their secrets. */
export interface SignInLinkStore {
  /** Stores a new link. */
  insert(link: SignInLink): Promise<void>;
  /** Spends an unused link that has not expired, and returns it; of concurrent callers a single one gets it. */
  spend(digest: string, now: Date): Promise<SignInLink | undefined>;
  /** Deletes expired links, used or not, and returns their number. */
  forgetExpired(now: Date): Promise<number>;
}

/** The store of application passwords; secrets are stored as digests only. */
export interface ApplicationPasswordStore {
  /** The passwords of a user, oldest first. */
  list(userId: number): Promise<readonly ApplicationPassword[]>;
  /** How many passwords a user has. */
  count(userId: number): Promise<number>;
  /** One password of this user; undefined for the passwords of others. */
  find(userId: number, uuid: string): Promise<ApplicationPassword | undefined>;
  /** Stores a new password with its digest. */
  insert(password: HashedApplicationPassword): Promise<void>;
  /** Renames a password of this user; undefined if there is none. */
  rename(userId: number, uuid: string, name: string): Promise<ApplicationPassword | undefined>;
  /** Deletes a password of this user and returns it; undefined if there is none. */
  remove(userId: number, uuid: string): Promise<ApplicationPassword | undefined>;
  /** Deletes the passwords of a user, or those of one application, and returns their number. */
  removeAll(userId: number, appId?: string): Promise<number>;
  /** The passwords of one application with their usernames, of all users or of one, by user id, oldest first. */
  listOfApplication(appId: string, userId?: number): Promise<readonly OwnedApplicationPassword[]>;
  /** Deletes the passwords of one application of all users, and returns their number. */
  removeAllOfApplication(appId: string): Promise<number>;
  /**
   * The user with this name, or with this e-mail address if exactly one active user has it and it is no username, and
   * their passwords with this lookup key, in one query.
   */
  forLogin(login: string, lookup: string): Promise<ApplicationPasswordHolder | undefined>;
  /** Records a use, unless one was recorded after `unlessSince`. */
  recordUse(uuid: string, use: { readonly at: Date; readonly ip: string | null }, unlessSince: Date): Promise<void>;
}

/** Digests of high-entropy secrets, for storage. */
export interface SecretDigest {
  /** A deterministic one-way digest. */
  of(secret: string): string;
  /** Compares two digests in constant time. */
  areSame(one: string, other: string): boolean;
}

/** Slow hashes of passwords, for storage. */
export interface PasswordHasher {
  /**
   * Returns a salted hash in PHC string format.
   * @throws DomainError `busy` when too many hashes are waiting.
   */
  hash(password: string): Promise<string>;
  /**
   * Verifies a password. Constant-time for unknown users: without a hash it verifies against a dummy hash and returns false.
   * @throws DomainError `busy` when too many hashes are waiting.
   */
  verify(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether the hash has weaker parameters than the current ones. */
  needsRehash(hash: string): boolean;
}

/** A list of common passwords. */
export interface CommonPasswords {
  /** Whether the password is on the list, case ignored. */
  includes(password: string): boolean;
}

/** Issuer and audience of tokens. */
export interface TokenNames {
  readonly issuer: string;
  readonly audience: string;
}

/** An encrypted secret of another context. */
export interface SealedSecret {
  /** The purpose it was sealed for. */
  readonly purpose: string;
  readonly sealed: string;
}

/** Encrypted secrets of other contexts, which are sealed again when the key changes. */
export interface SealedSecretStore {
  /** All of them, locked until the surrounding unit of work ends. */
  hold(): Promise<readonly SealedSecret[]>;
  /** Stores a secret that was sealed again. */
  replace(secret: SealedSecret, fresh: string): Promise<void>;
}

/** Erases what was written to a person; implemented by the mail log. */
export interface MailErasure {
  /** Deletes the records of all mails to a person; belongs to the surrounding unit of work. */
  erase(person: { readonly email: string | null; readonly userId: number | null }): Promise<number>;
}

/** The anti-forgery nonces of one browser session. */
export interface SessionNonces {
  /** The nonce for a purpose: 32 characters of base64url. */
  nonce(purpose: string): string;
  /** Whether it is the nonce for the purpose, under any key of the ring; in constant time. */
  isOwn(nonce: string, purpose: string): boolean;
}

/** What a token is verified against. */
export interface TokenExpectations extends TokenNames {
  readonly now: Date;
}

/** The claims of a valid token, or the name of the failed check, with the claims if one of them failed it. */
export type TokenVerification =
  | { readonly claims: Readonly<Record<string, unknown>>; readonly fault?: undefined }
  | { readonly fault: string; readonly claims?: Readonly<Record<string, unknown>> };

/** Signs and verifies access tokens. */
export interface TokenSigner {
  /** Signs with the newest signing key. */
  sign(claims: AccessClaims): Promise<string>;
  /**
   * Verifies format, header and signature of a token, that it has every claim of `AccessClaims`, and its issuer, audience and
   * times (RFC 7519, 4.1) without tolerance. Only spellings that `sign` produces are accepted.
   */
  verify(token: string, expected: TokenExpectations): Promise<TokenVerification>;
  /** The nonces of a session, derived from the secrets of the ring and its id: the same in every process. */
  noncesOf(sessionId: string): Promise<SessionNonces>;
  /** The public halves of asymmetric keys as a JWK set (RFC 7517); undefined when every key is secret. */
  publicKeys(): Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] } | undefined>;
}

/** The ports of the identity context. */
export interface IdentityPorts extends KernelPorts {
  readonly users: UserStore;
  readonly revocations: RevocationStore;
  readonly signInLinks: SignInLinkStore;
  readonly applicationPasswords: ApplicationPasswordStore;
  readonly secretDigest: SecretDigest;
  readonly passwords: PasswordHasher;
  readonly commonPasswords: CommonPasswords;
  readonly tokens: TokenSigner;
  readonly tokenNames: TokenNames;
  readonly tokenKeys: TokenKeys;
  readonly directory: Directory;
  readonly directorySettings: DirectorySettingsStore;
  readonly fixedDirectory: FixedDirectorySettings;
  readonly secretBox: SecretBox;
  readonly secretKeys: SecretKeys;
  readonly mailLog: MailErasure;
  readonly sealedSecrets: SealedSecretStore;
}

/** Whether the database or another adapter supplies each port. */
export const identityPorts = {
  users: 'store',
  revocations: 'store',
  signInLinks: 'store',
  applicationPasswords: 'store',
  secretDigest: 'service',
  passwords: 'service',
  commonPasswords: 'service',
  tokens: 'service',
  tokenNames: 'service',
  tokenKeys: 'service',
  directory: 'service',
  directorySettings: 'store',
  fixedDirectory: 'service',
  secretBox: 'service',
  secretKeys: 'service',
  sealedSecrets: 'store',
} as const;
