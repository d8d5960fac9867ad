import type { Role } from '../kernel/capability.ts';
import type { Page, PageRequest, SortKey } from '../kernel/page.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { AccessClaims } from './access-token.ts';
import type { ShopRole, User, UserSource } from './user.ts';

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
    'userId' | 'username' | 'role' | 'isActive' | 'mustChangePassword' | 'isSystem' | 'deletedAt'
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
  /** What a token is checked against, in one look. */
  forToken(userId: number, tokenId: string): Promise<TokenRecord | undefined>;
  /** The password of a user who has one. */
  passwordOf(userId: number): Promise<StoredPassword | null>;
  /**
   * Keeps a new user under a new id.
   * @throws DomainError `username_taken`
   */
  insert(user: NewUser, now: Date): Promise<User>;
  /**
   * Changes a user, raising its version by one; undefined when there is none.
   * @throws DomainError `username_taken`
   */
  update(userId: number, changes: UserChanges, now: Date): Promise<User | undefined>;
  /** Removes a user to whom nothing refers. */
  remove(userId: number): Promise<void>;
  /** Whether operations or other lasting records name this user. */
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

/** One key of the ring, without the key. */
export interface RingEntry {
  readonly kid: string;
  readonly alg: string;
  readonly state: 'sign' | 'verify';
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
  readonly passwords: PasswordHasher;
  readonly commonPasswords: CommonPasswords;
  readonly tokens: TokenSigner;
  readonly tokenNames: TokenNames;
}
