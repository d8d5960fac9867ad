import type { Core } from '@backroom/core';
import { defaultShopNames } from '@backroom/core/interface';
import { BrowserSessions } from './browser-session.ts';
import type { CookieRules } from './cookie-caller.ts';

/** Settings of an installation. */
export interface CredentialOptions {
  /** Prefix of custom headers. */
  readonly headerPrefix?: string;
  /** Public base address of the site. */
  readonly publicUrl?: string;
}

/** The rules of cookies of an installation, the same for both interfaces. */
export const createCookieRules = (
  core: Core,
  { headerPrefix = defaultShopNames.headerPrefix, publicUrl }: CredentialOptions = {},
): CookieRules => ({
  sessions: new BrowserSessions(core, { isPublicSecure: /^https:/i.test(publicUrl ?? '') }),
  nonceHeader: `${headerPrefix}Nonce`.toLowerCase(),
  publicOrigin: publicUrl === undefined ? undefined : new URL(publicUrl).origin,
});
