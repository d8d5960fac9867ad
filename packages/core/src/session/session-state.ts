import type { ShopSettings } from '../commerce/index.ts';
import { type IssuedToken, PASSWORD_MAX_LENGTH, pageSession, REQUEST_NONCE, type User } from '../identity/index.ts';
import type { Actor } from '../kernel/actor.ts';
import { type Capability, capabilitiesOf } from '../kernel/capability.ts';
import type { SessionPorts } from './ports.ts';

/** What a page needs to know before and after sign-in. */
export interface SessionState {
  readonly siteName: string;
  /** Limits of a new password. */
  readonly password: { readonly minLength: number; readonly maxLength: number };
  /** The nonce that requests of this browser carry; undefined for callers that have none. */
  readonly nonce: string | undefined;
  /** Absent without a session. */
  readonly signedIn?: SignedIn;
  /** A new token, for the cookie; never for the page. */
  readonly token?: Pick<IssuedToken, 'accessToken' | 'expiresIn'>;
}

/** The state of a session. */
export interface SignedIn {
  readonly user: User;
  readonly capabilities: ReadonlySet<Capability>;
  readonly expiresAt: Date | null;
  readonly endsAt: Date | null;
  readonly shop: ShopSettings;
  readonly features: readonly string[];
  readonly build: SessionPorts['build'];
}

/** The state of a caller without a session. */
export async function signedOutState(
  ports: SessionPorts,
  { preSession }: Pick<Actor, 'preSession'>,
): Promise<SessionState> {
  return common(ports, await ports.shopSettings.read(), preSession?.nonce);
}

/** The state of the session that a token has begun or goes on with. */
export async function issuedState(ports: SessionPorts, issued: IssuedToken): Promise<SessionState> {
  const { user, expiresAt, expiresIn, session, accessToken } = issued;
  const { endsAt, nonce } = await pageSession(ports, session, '');
  const capabilities = capabilitiesOf(user.role, ports.settings.memberAccess, user.shopRole);
  const signedIn = { user, capabilities, expiresAt, endsAt };
  return { ...(await signedInState(ports, signedIn, nonce(REQUEST_NONCE))), token: { accessToken, expiresIn } };
}

/** The state of a signed-in caller. */
export async function signedInState(
  ports: SessionPorts,
  signedIn: Pick<SignedIn, 'user' | 'capabilities' | 'expiresAt' | 'endsAt'>,
  nonce: string | undefined,
): Promise<SessionState> {
  const shop = await ports.shopSettings.read();
  const { build, settings } = ports;
  return { ...common(ports, shop, nonce), signedIn: { ...signedIn, shop, features: settings.features, build } };
}

const common = (
  { settings }: SessionPorts,
  { siteName }: ShopSettings,
  nonce: string | undefined,
): Pick<SessionState, 'siteName' | 'password' | 'nonce'> => ({
  siteName: siteName ?? settings.siteName,
  password: { minLength: settings.passwordMinLength, maxLength: PASSWORD_MAX_LENGTH },
  nonce,
});
