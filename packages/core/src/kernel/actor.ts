import { type Capability, capabilitiesOf, mayBeGrantedToMembers, type Role } from './capability.ts';
import { DomainError } from './errors.ts';
import type { Access } from './use-case.ts';

/** Where a request came from, for logs, rate limits and audit records. */
export interface Origin {
  readonly requestId?: string;
  readonly ip?: string;
  readonly userAgent?: string;
  /** Whether the connection was encrypted, according to the socket or a trusted proxy. */
  readonly isSecure?: boolean;
}

/** The idempotency key of a request, which takes effect at most once. */
export interface IdempotencyKey {
  readonly key: string;
  /** Method and pattern of the route: the same key on another route is another key. */
  readonly route: string;
  /** Digest of the request, to detect a key that is reused for a different one. */
  readonly fingerprint: string;
}

/** The credential a request was authenticated with, without its secret. */
export interface Credential {
  readonly id: string;
  /** Null if it is valid until revoked. */
  readonly expiresAt: Date | null;
  /** True if it grants less than the account has; it must not be exchanged for one that grants more. */
  readonly isLimited?: boolean;
  /** The browser session of a token; absent for other credentials. */
  readonly sessionId?: string;
}

/** The authenticated caller of a use case. Use cases receive an actor and never see a token. */
export interface Actor {
  readonly userId: number | undefined;
  readonly username: string | undefined;
  /** The operating system user acting as that account where there is no token: `cli:anna`. */
  readonly operator?: string;
  readonly role: Role | undefined;
  readonly capabilities: ReadonlySet<Capability>;
  /** How the caller was authenticated. */
  readonly via: 'anonymous' | 'bearer' | 'application_password' | 'command_line' | 'embedded' | 'system';
  /** True while the user has to choose a new password before anything else. */
  readonly mustChangePassword: boolean;
  /** The token or application password of the request. */
  readonly credential?: Credential;
  /** The browser session, if the request carried its cookie. */
  readonly session?: PageSession;
  /** The browser of a request that may begin a session. */
  readonly preSession?: PreSession;
  readonly origin: Origin;
  readonly once?: IdempotencyKey;
}

/** A browser session, whose cookie is also sent with cross-site requests. */
export interface PageSession {
  /** Names the session, whatever token it has at the moment. */
  readonly id: string;
  /** The latest expiry that a renewal can give; null if it cannot be renewed. */
  readonly endsAt: Date | null;
  /** The anti-forgery nonce for one purpose, the same as long as the session lasts. */
  nonce(purpose: string): string;
  /** Whether a nonce is that of this session for a purpose, by default that of requests. */
  isOwn(nonce: string, purpose?: string): boolean;
}

/** A browser before it signs in. */
export interface PreSession {
  /** The anti-forgery nonce of the sign-in. */
  readonly nonce: string;
  /** Whether the request was sent by a page of this site, with that nonce. */
  readonly isOwn: boolean;
  /** A random id that only this browser knows; undefined in its first pre-session. */
  readonly browser: string | undefined;
}

/** The caller of an unauthenticated request. */
export const anonymous: Actor = {
  userId: undefined,
  username: undefined,
  role: undefined,
  capabilities: new Set(),
  via: 'anonymous',
  mustChangePassword: false,
  origin: {},
};

/** An account that acts with administrator rights and without a token: the command line, an embedding program, or the system itself. */
export const trusted = (
  user: { userId: number; username: string },
  via: 'command_line' | 'embedded' | 'system',
): Actor => ({
  ...anonymous,
  userId: user.userId,
  username: user.username,
  role: 'admin',
  capabilities: capabilitiesOf('admin', 'contribute'),
  via,
});

const passwordChangeRequired = () =>
  new DomainError('forbidden', 'password_change_required', 'Choose a new password before anything else.');

/** Checks permission; all authorization of use cases is decided here. */
export function demand(actor: Actor, access: Access): void {
  if (access === 'anyone') return;
  if (actor.userId === undefined) throw new DomainError('unauthenticated', 'missing_token', 'Sign in first.');
  if (access === 'own-session') return;
  if (actor.mustChangePassword) throw passwordChangeRequired();
  if (access !== 'signed-in') demandCapability(actor, access);
}

/** Checks one capability, for rules that depend on the input. */
export function demandCapability(actor: Actor, capability: Capability): void {
  if (actor.capabilities.has(capability)) return;
  throw mayBeGrantedToMembers(capability)
    ? new DomainError('forbidden', 'access_level_too_low', 'Members may not do that here.')
    : new DomainError('forbidden', 'admin_required', 'Only an administrator may do that.');
}

/** The id of an actor that has passed `demand`. */
export function userIdOf(actor: Actor): number {
  if (actor.userId === undefined) throw new TypeError('A use case that needs a user must not be open to anyone.');
  return actor.userId;
}
