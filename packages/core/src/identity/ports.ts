import type { Role, ShopRole } from '../kernel/capability.ts';
import type { Page, PageRequest, SortKey } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { AccessClaims } from './access-token.ts';
import type {
  ApplicationPassword,
  ApplicationPasswordHolder,
  HashedApplicationPassword,
} from './application-password.ts';
import type { Directory, DirectorySettingsStore, FixedDirectorySettings, SecretBox } from './directory-ports.ts';
import type { SecretKeys, TokenKeys } from './keys.ts';
import type { User, UserSource } from './user.ts';

/** Which users a list shows; an absent member does not restrict. */
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

/** What a list of users can be sorted by. */
export const userSortFields = ['id', 'username', 'display_name', 'created_at', 'last_login_at'] as const;
/** One of the fields a list of users can be sorted by. */
export type UserSortField = (typeof userSortFields)[number];

/** A password as it is kept: its hash, and when a generated one stops working. */
export interface StoredPassword {
  readonly hash: string;
  readonly expiresAt: Date | null;
}

/** What a login is checked against. */
export interface LoginRecord {
  readonly user: User;
  readonly password: StoredPassword | null;
  readonly tokenVersion: number;
}

/** What a token is checked against. */
export interface TokenRecord {
  readonly user: Pick<
    User,
    'userId' | 'username' | 'role' | 'shopRole' | 'isActive' | 'mustChangePassword' | 'isSystem' | 'deletedAt'
  >;
  readonly tokenVersion: number;
  readonly isRevoked: boolean;
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
  /** The directory's own identifier of the person, where it is known. */
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

/** The accounts. */
export interface UserStore {
  /** One page of the users that match, ties broken by id. */
  list(filter: UserFilter, sort: readonly SortKey<UserSortField>[], page: PageRequest): Promise<Page<User>>;
  /** The user with this id, deleted or not. */
  find(userId: number): Promise<User | undefined>;
  /** The user of this name, case ignored, who is not deleted. */
  findByName(username: string): Promise<User | undefined>;
  /** What a login under this name is checked against; undefined for names nobody has. */
  forLogin(username: string): Promise<LoginRecord | undefined>;
  /**
   * What logins of these people of the directory are checked against, in one look: accounts of the directory with one of
   * the identifiers, deleted or not; whoever has one of the names; and deleted accounts of the directory that had one of
   * the names and no identifier.
   */
  forDirectory(externalIds: readonly string[], usernames: readonly string[]): Promise<readonly LoginRecord[]>;
  /** Active accounts of the directory with an identifier and an id above `afterId`: by id, at most so many. */
  linkedToDirectory(afterId: number, limit: number): Promise<readonly User[]>;
  /** What a token is checked against, in one look. */
  forToken(userId: number, tokenId: string): Promise<TokenRecord | undefined>;
  /** The password of a user who has one. */
  passwordOf(userId: number): Promise<StoredPassword | null>;
  /**
   * Keeps a new user under a new id.
   * @throws DomainError `username_taken`, `external_id_taken`
   */
  insert(user: NewUser, now: Date): Promise<User>;
  /**
   * Keeps new users in one go.
   * @throws DomainError `username_taken`, `external_id_taken`
   */
  insertAll(users: readonly NewUser[], now: Date): Promise<void>;
  /** Deactivates users, raises their versions, and makes their tokens worthless; gives how many were active. */
  deactivateAll(userIds: readonly number[], now: Date): Promise<number>;
  /**
   * Changes a user, raising its version by one; undefined when there is none.
   * @throws DomainError `username_taken`, `external_id_taken`
   */
  update(userId: number, changes: UserChanges, now: Date): Promise<User | undefined>;
  /** Removes a user to whom nothing refers. */
  remove(userId: number): Promise<void>;
  /** Whether operations, the audit log or other lasting records name this user as the one who did something. */
  isReferredTo(userId: number): Promise<boolean>;
  /** Notes a good login, and keeps a fresh hash of the same password when one is given. */
  noteLogin(userId: number, at: Date, source: UserSource, freshHash?: string): Promise<void>;
  /** Makes every token of the user worthless and gives the new token version; without a user, those of all users. */
  raiseTokenVersion(userId?: number): Promise<number>;
  /** Waits until no other unit of work is changing who is administrator, and keeps others waiting until this one ends. */
  holdAdministrators(): Promise<void>;
  /** How many active local administrators there are. */
  countLocalAdministrators(): Promise<number>;
  /** Whether any administrator exists, active or not. */
  hasAdministrator(): Promise<boolean>;
  /** The account that automatic operations are recorded under. */
  systemUser(): Promise<User>;
}

/** The tokens that were revoked one by one. */
export interface RevocationStore {
  /** Refuses the token from now on; it may be forgotten after `expiresAt`. */
  revoke(tokenId: string, userId: number, expiresAt: Date): Promise<void>;
  /** Forgets what has expired, and gives how many entries that were. */
  forgetExpired(now: Date): Promise<number>;
}

/** The passwords that people gave to applications; of each only a hash is kept. */
export interface ApplicationPasswordStore {
  /** The passwords of a user, oldest first. */
  list(userId: number): Promise<readonly ApplicationPassword[]>;
  /** How many passwords a user has. */
  count(userId: number): Promise<number>;
  /** One password of this user; undefined for the passwords of others. */
  find(userId: number, uuid: string): Promise<ApplicationPassword | undefined>;
  /** Keeps a new password with its hash. */
  insert(password: HashedApplicationPassword): Promise<void>;
  /** Gives a password of this user another name; undefined when there is none. */
  rename(userId: number, uuid: string, name: string): Promise<ApplicationPassword | undefined>;
  /** Forgets a password of this user and gives what it was; undefined when there is none. */
  remove(userId: number, uuid: string): Promise<ApplicationPassword | undefined>;
  /** Forgets the passwords of a user, or those of one application, and gives how many that were. */
  removeAll(userId: number, appId?: string): Promise<number>;
  /**
   * Who signs in under this name, or under an e-mail address that exactly one active user has and that is nobody's name,
   * with those of their passwords that are kept under this lookup; all in one look.
   */
  forLogin(login: string, lookup: string): Promise<ApplicationPasswordHolder | undefined>;
  /** Notes when and from where a password was used, unless that was noted after `unlessSince`. */
  noteUse(uuid: string, use: { readonly at: Date; readonly ip: string | null }, unlessSince: Date): Promise<void>;
}

/** Turns secrets that nobody can guess into what may be stored. */
export interface SecretDigest {
  /** Gives the same text for the same secret, from which the secret cannot be found. */
  of(secret: string): string;
  /** Whether two digests are the same, in a time that does not tell where they differ. */
  areSame(one: string, other: string): boolean;
}

/** Turns passwords into what may be stored. */
export interface PasswordHasher {
  /**
   * Makes a salted hash in PHC string form.
   * @throws DomainError `busy` when too many hashes are waiting.
   */
  hash(password: string): Promise<string>;
  /**
   * Whether the password made the hash. Without a hash it takes as long and is false.
   * @throws DomainError `busy` when too many hashes are waiting.
   */
  verify(password: string, hash: string | undefined): Promise<boolean>;
  /** Whether the hash was made with weaker parameters than today's. */
  needsRehash(hash: string): boolean;
}

/** The passwords that are tried first by everybody who guesses. */
export interface CommonPasswords {
  /** Whether the password is on the list, case ignored. */
  includes(password: string): boolean;
}

/** Signs access tokens and recognises its own. */
export interface TokenSigner {
  /** Signs with the newest signing key. */
  sign(claims: AccessClaims): Promise<string>;
  /** The claims of a token whose form, header and signature hold, or the name of the check that failed. */
  open(token: string): Promise<{ readonly claims: Readonly<Record<string, unknown>> } | { readonly fault: string }>;
  /** The public halves of asymmetric keys as a JWK set (RFC 7517); undefined when every key is secret. */
  publicKeys(): Promise<{ readonly keys: readonly Readonly<Record<string, unknown>>[] } | undefined>;
}

/** Whom tokens are made by and for. */
export interface TokenNames {
  readonly issuer: string;
  readonly audience: string;
}

/** What the identity context needs. */
export interface IdentityPorts extends KernelPorts {
  readonly users: UserStore;
  readonly revocations: RevocationStore;
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
}
