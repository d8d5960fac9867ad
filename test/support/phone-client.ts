import { createHash } from 'node:crypto';
import { rateLimitNames } from '@backroom/core/kernel';
import type { ShopAnswered, ShopRequestInit } from './shop-client.ts';

/** Sends a request to the shop interface, from the address of the caller. */
export type AskShop = (method: string, route: string, init?: ShopRequestInit) => Promise<ShopAnswered>;

const base = '/shop-admin/mobile-app';

/** SHA-256 in hexadecimal, as a phone computes it. */
export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The phone that tests hold. */
export const aDevice = { os: 'PhoneOS', os_version: '18.1', model: 'Phone 15', brand: 'Acme', app_version: '7.0' };

/** The app on a phone: it has no account, only what it has scanned. */
export function phoneClient(ask: AskShop) {
  return {
    scan: (token: string, changes: object = {}) =>
      ask('POST', `${base}/qr-login-scan`, {
        body: { token, device: aDevice, supports_number_matching: true, ...changes },
      }),
    session: (session_id: string, token: string) =>
      ask('GET', `${base}/qr-login-session-status?${new URLSearchParams({ session_id, token_hash: sha256(token) })}`),
    exchange: (token: string, exchange_grant?: string) =>
      ask('POST', `${base}/qr-login-exchange`, { body: { token, ...(exchange_grant && { exchange_grant }) } }),
  };
}

/** The screen on which a store manager signs in a phone. */
export function screenClient(ask: AskShop, credential: Pick<ShopRequestInit, 'bearer' | 'basic'>) {
  const post = (name: string, body: object = {}, headers: Record<string, string> = {}) =>
    ask('POST', `${base}/${name}`, { ...credential, body, headers });
  return {
    availability: () => ask('GET', `${base}/qr-login-availability`, credential),
    resources: () => ask('GET', base, credential),
    issue: (headers?: Record<string, string>) => post('qr-login-token', {}, headers),
    status: (token: string) => post('qr-login-status', { token }),
    approve: (token: string, choice: string, headers?: Record<string, string>) =>
      post('qr-login-approve', { token, choice }, headers),
    revoke: (uuid: string) => ask('DELETE', `${base}/qr-login-revoke?uuid=${uuid}`, credential),
    magicLink: (method = 'GET', headers: Record<string, string> = {}) =>
      ask(method, `${base}/send-magic-link`, { ...credential, headers }),
  };
}

/** The token in the address that a code or a mail contains. */
export const tokenIn = (link: string): string => new URL(link).searchParams.get('token') ?? '';

/** A field of an answer as a text. */
export const textOf = ({ body }: ShopAnswered, name: string): string => String(body[name] ?? '');

const limits = rateLimitNames.filter((name) => name.startsWith('qr-login-') || name === 'magic-link');

/** Variables that set every limit of the sign-in of phones; '0' is none. */
export const phoneLimits = (points: string): Readonly<Record<string, string>> =>
  Object.fromEntries(limits.map((name) => [`RATE_LIMIT_${name.toUpperCase().replaceAll('-', '_')}`, points]));
