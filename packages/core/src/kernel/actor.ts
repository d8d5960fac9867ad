import { type Capability, capabilitiesOf, mayBeGrantedToMembers, type Role } from './capability.ts';
import { DomainError } from './errors.ts';
import type { Access } from './use-case.ts';

/** Where a request came from, for logs, limits and the author's notes. */
export interface Origin {
  readonly requestId?: string;
  readonly ip?: string;
  readonly userAgent?: string;
  /** Whether nobody on the way could read it, as far as the connection or a trusted proxy says. */
  readonly isSecure?: boolean;
}

/** A caller's wish that this request has its effect at most once. */
export interface Once {
  readonly key: string;
  /** Method and pattern of the route: the same key on another route is another wish. */
  readonly route: string;
  /** Digest of what was asked, so that a reused key with another request is noticed. */
  readonly fingerprint: string;
}

/** What a caller has shown to prove who they are, without its secret. */
export interface Credential {
  readonly id: string;
  /** Null for what is good until it is revoked. */
  readonly expiresAt: Date | null;
  /** True for one that gives less than the account has: it must not be turned into one that gives more. */
  readonly isLimited?: boolean;
}

/** Whoever is asking. Use cases receive an actor; they never see a token. */
export interface Actor {
  readonly userId: number | undefined;
  readonly username: string | undefined;
  /** Who acts under the name of that account where no token says so: `cli:anna`, by the name that the machine knows. */
  readonly operator?: string;
  readonly role: Role | undefined;
  readonly capabilities: ReadonlySet<Capability>;
  /** The way in. */
  readonly via: 'nobody' | 'bearer' | 'application_password' | 'command_line' | 'embedded' | 'system';
  /** True while the user has to choose a new password before anything else. */
  readonly mustChangePassword: boolean;
  /** The token or application password the request came with. */
  readonly credential?: Credential;
  /** The session of a browser, where the request came with the cookie of one. */
  readonly session?: PageSession;
  readonly origin: Origin;
  readonly once?: Once;
}

/** A browser that sends its cookie whoever asks it to. */
export interface PageSession {
  /** Whether a word is the one that pages of our own send in this session. */
  isOwn(nonce: string): boolean;
}

/** Somebody who has not said who they are. */
export const nobody: Actor = {
  userId: undefined,
  username: undefined,
  role: undefined,
  capabilities: new Set(),
  via: 'nobody',
  mustChangePassword: false,
  origin: {},
};

/** An account acting with an administrator's rights without a token: the command line, an embedding program, or the system itself. */
export const trusted = (
  user: { userId: number; username: string },
  via: 'command_line' | 'embedded' | 'system',
): Actor => ({
  ...nobody,
  userId: user.userId,
  username: user.username,
  role: 'admin',
  capabilities: capabilitiesOf('admin', 'contribute'),
  via,
});

const passwordChangeRequired = () =>
  new DomainError('forbidden', 'password_change_required', 'Choose a new password before anything else.');

/** Refuses unless the actor may do this: the one place where permission is decided. */
export function demand(actor: Actor, access: Access): void {
  if (access === 'anyone') return;
  if (actor.userId === undefined) throw new DomainError('unauthenticated', 'missing_token', 'Sign in first.');
  if (access === 'own-session') return;
  if (actor.mustChangePassword) throw passwordChangeRequired();
  if (access !== 'signed-in') demandCapability(actor, access);
}

/** Refuses unless the actor holds this capability; for rules that depend on the input. */
export function demandCapability(actor: Actor, capability: Capability): void {
  if (actor.capabilities.has(capability)) return;
  throw mayBeGrantedToMembers(capability)
    ? new DomainError('forbidden', 'access_level_too_low', 'Members may not do that here.')
    : new DomainError('forbidden', 'admin_required', 'Only an administrator may do that.');
}

/** The id of an actor that `demand` has let through. */
export function userIdOf(actor: Actor): number {
  if (actor.userId === undefined) throw new TypeError('A use case that needs a user must not be open to anyone.');
  return actor.userId;
}
