import { DomainError } from '@backroom/core';
import { isUuid, plainName } from '@backroom/core/identity';
import type { AdminRequest } from './admin.ts';
import { isPrivateScheme } from './redirect-schemes.ts';

/** Authorisation request of an application; missing texts are empty. */
export interface AuthorisationRequest {
  /** Display name given by the application. */
  readonly appName: string;
  readonly appId: string;
  /** Redirect target on approval; receives the password. */
  readonly successUrl: string;
  /** Redirect target on rejection. */
  readonly rejectUrl: string;
}

const LONGEST_URL = 2_000;
const LONGEST_NAME = 200;
const loopback = /^http:\/\/(127\.0\.0\.1|\[::1\])(:\d{1,5})?([/?#]|$)/i;

const badUrl = (name: string): DomainError =>
  new DomainError(
    'invalid',
    'invalid_redirect_url_format',
    `The address in ${name} is not one that anybody can be sent to.`,
  );

/**
 * Parses and validates an authorisation request.
 * @throws DomainError `invalid_redirect_url_format`, `invalid_redirect_scheme`, `invalid_app_id`
 */
export function readAuthorisation(
  given: ReadonlyMap<string, string>,
  { isLocal }: { readonly isLocal: boolean },
): AuthorisationRequest {
  const url = (name: string) => acceptUrl(name, given.get(name) ?? '', isLocal);
  const successUrl = url('success_url');
  const rejectUrl = url('reject_url');
  const appId = given.get('app_id') ?? '';
  if (appId !== '' && !isUuid(appId))
    throw new DomainError('invalid', 'invalid_app_id', 'The application has an id that is not a UUID.');
  const appName = [...plainName(given.get('app_name') ?? '')].slice(0, LONGEST_NAME).join('');
  return {
    appName,
    appId: appId.toLowerCase(),
    successUrl,
    rejectUrl: rejectUrl === '' && successUrl !== '' ? withQuery(successUrl, { success: 'false' }) : rejectUrl,
  };
}

function acceptUrl(name: string, sent: string, isLocal: boolean): string {
  if (sent === '') return '';
  // Browsers remove white space and convert backslashes in URLs, so the URL in use would differ from the validated one.
  const isPlain = sent.length <= LONGEST_URL && !/[\s\\\p{Cc}]/u.test(sent) && /^[a-z][a-z0-9+.-]*:/i.test(sent);
  if (!isPlain || !URL.canParse(sent)) throw badUrl(name);
  const { protocol, username, password, href } = new URL(sent);
  const isWeb = protocol === 'https:' || protocol === 'http:';
  if (!isWeb && !isPrivateScheme(protocol.slice(0, -1))) throw badUrl(name);
  if (username !== '' || password !== '') throw badUrl(name);
  if (protocol === 'http:' && !isLocal && !loopback.test(sent)) {
    throw new DomainError(
      'invalid',
      'invalid_redirect_scheme',
      `The address in ${name} must begin with https: a password is not sent where others can read it.`,
    );
  }
  return href;
}

/** Adds query parameters to an address, before its fragment; the existing query stays unchanged. */
export function withQuery(url: string, more: Readonly<Record<string, string>>): string {
  const [address = '', ...fragment] = url.split('#');
  const added = Object.entries(more)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return [`${address}${joint}${added}`, ...fragment].join('#');
}

/** The source of an address for a Content-Security-Policy: its origin, or its scheme if it has no origin. */
export function policySourceOf(url: string): string {
  const { protocol, origin } = new URL(url);
  return /^https?:\/\/[a-z0-9.-]+(:[0-9]+)?$/.test(origin) ? origin : protocol;
}

/** Hidden form fields of a request; the name is an editable field. */
export const fieldsOf = ({ appId, successUrl, rejectUrl }: AuthorisationRequest): Readonly<Record<string, string>> => ({
  ...(appId !== '' && { app_id: appId }),
  ...(successUrl !== '' && { success_url: successUrl }),
  ...(rejectUrl !== '' && { reject_url: rejectUrl }),
});

const names = ['app_name', 'app_id', 'success_url', 'reject_url'];

/** Address of the consent page with all sent parameters, valid or not: they are validated again after the login. */
export function questionAddress({ admin, given }: AdminRequest): string {
  const query = new URLSearchParams(names.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? '']] : [])));
  return `${admin.frame.path}/authorize-application.php${query.size > 0 ? `?${query}` : ''}`;
}
