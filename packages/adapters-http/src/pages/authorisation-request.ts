import { DomainError, isUuid, plainName } from '@backroom/core';
import type { PageRequest } from './admin.ts';
import { isPrivateScheme } from './redirect-schemes.ts';

/** What an application asks of the person at the browser; texts that were not sent are empty. */
export interface AuthorisationRequest {
  /** What the application calls itself. */
  readonly appName: string;
  readonly appId: string;
  /** Where to go with the password. */
  readonly successUrl: string;
  /** Where to go without. */
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
 * Reads what an application asks for.
 * @throws DomainError `invalid_redirect_url_format`, `invalid_redirect_scheme`, `invalid_app_id`
 */
export function readAuthorisation(
  given: ReadonlyMap<string, string>,
  { isLocal }: { readonly isLocal: boolean },
): AuthorisationRequest {
  const url = (name: string) => acceptUrl(name, given.get(name) ?? '', isLocal);
  const [successUrl, rejectUrl] = [url('success_url'), url('reject_url')];
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
  // The parser of browsers drops blanks and turns backslashes, so that what is checked would not be what is meant.
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

/** An address with more in its query, which stays as it is, and before its fragment. */
export function withQuery(url: string, more: Readonly<Record<string, string>>): string {
  const [address = '', ...fragment] = url.split('#');
  const added = Object.entries(more)
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&');
  const joint = !address.includes('?') ? '?' : /[?&]$/.test(address) ? '' : '&';
  return [`${address}${joint}${added}`, ...fragment].join('#');
}

/** What a policy for forms calls the place of an address: its origin, or its scheme where there is no word for that. */
export function policySourceOf(url: string): string {
  const { protocol, origin } = new URL(url);
  return /^https?:\/\/[a-z0-9.-]+(:[0-9]+)?$/.test(origin) ? origin : protocol;
}

/** What of a request stands in a form beside the name, which can be changed there. */
export const fieldsOf = ({ appId, successUrl, rejectUrl }: AuthorisationRequest): Readonly<Record<string, string>> => ({
  ...(appId !== '' && { app_id: appId }),
  ...(successUrl !== '' && { success_url: successUrl }),
  ...(rejectUrl !== '' && { reject_url: rejectUrl }),
});

const names = ['app_name', 'app_id', 'success_url', 'reject_url'];

/** The question with all that was asked of it, checked or not: it is checked again when somebody comes back. */
export function questionAddress({ admin, given }: PageRequest): string {
  const query = new URLSearchParams(names.flatMap((name) => (given.has(name) ? [[name, given.get(name) ?? '']] : [])));
  return `${admin.frame.path}/authorize-application.php${query.size > 0 ? `?${query}` : ''}`;
}
