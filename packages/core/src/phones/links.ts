import type { SignInMethod } from './attempt.ts';

/** What a link to the app contains. */
export interface PhoneLink {
  /** URL scheme of the app: `shopapp`. */
  readonly scheme: string;
  readonly method: SignInMethod;
  readonly token: string;
  readonly siteUrl: string;
}

const places: Readonly<Record<SignInMethod, string>> = { qr: 'qr-login', magic_link: 'magic-login' };

/** The link that opens the app: `shopapp://qr-login?token=…&siteUrl=…`. */
export const phoneLink = ({ scheme, method, token, siteUrl }: PhoneLink): string =>
  `${scheme}://${places[method]}?token=${token}&siteUrl=${encodeURIComponent(siteUrl)}`;
