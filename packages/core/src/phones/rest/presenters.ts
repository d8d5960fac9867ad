import type { LinkContext } from '../../interface/shop/link-context.ts';
import { TOKEN_TTL, unixTime } from '../attempt.ts';
import type { Device } from '../device.ts';
import type { IssuedPhoneToken, PhoneStatus } from '../index.ts';
import { phoneLink } from '../index.ts';
import type { PhoneCredentials } from '../use-cases/exchange-token.ts';
import type { PhoneResource } from '../use-cases/list-resources.ts';
import type { PhoneSessionStatus } from '../use-cases/read-session.ts';
import type { ScannedToken } from '../use-cases/scan-token.ts';

/** Context of a presenter. */
interface PresenterContext {
  readonly around: LinkContext;
}

const base = '/shop-admin/mobile-app';

export const presentResource = ({ slug, description }: PhoneResource, { around }: PresenterContext): object => ({
  slug,
  description,
  _links: { self: [{ href: around.link(`${base}/${slug}`) }] },
});

export const presentToken = (
  { token, siteUrl, expiresAt }: IssuedPhoneToken,
  { around: { names } }: PresenterContext,
): object => ({
  qr_url: phoneLink({ scheme: names.appScheme, method: 'qr', token, siteUrl }),
  expires_at: unixTime(expiresAt),
  ttl: TOKEN_TTL,
});

/** Removes the token, which is shown only once and never stored. */
export const withoutToken = (body: unknown): object => {
  const { qr_url: _, ...rest } = body as Readonly<Record<string, unknown>>;
  return rest;
};

export const presentScan = ({ sessionId, realNumber, expiresIn }: ScannedToken): object => ({
  session_id: sessionId,
  real_number: realNumber,
  expires_in: expiresIn,
});

const presentDevice = ({ os, osVersion, model, brand, appVersion }: Device): object => ({
  ...(os !== undefined && { os }),
  ...(osVersion !== undefined && { os_version: osVersion }),
  ...(model !== undefined && { model }),
  ...(brand !== undefined && { brand }),
  ...(appVersion !== undefined && { app_version: appVersion }),
});

export const presentStatus = ({ status, expiresAt, numbers, device, consumedAt, password }: PhoneStatus): object => ({
  status,
  ...(expiresAt && { expires_at: unixTime(expiresAt) }),
  ...(numbers && { numbers }),
  ...(consumedAt && { consumed_at: unixTime(consumedAt) }),
  ...(password && { ap_uuid: password.uuid, ap_name: password.name }),
  ...(device && { device: presentDevice(device) }),
});

export const presentSession = ({ state, exchangeGrant }: PhoneSessionStatus): object => ({
  state,
  ...(exchangeGrant !== undefined && { exchange_grant: exchangeGrant }),
});

export const presentCredentials = ({ user, siteUrl, secret, uuid }: PhoneCredentials): object => ({
  success: true,
  user_login: user.username,
  user_email: user.email ?? '',
  user_id: user.userId,
  site_url: siteUrl,
  application_password: secret,
  uuid,
});
