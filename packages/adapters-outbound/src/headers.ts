import type { OutboundRequest } from '@backroom/core/outbound';
import { CODINGS } from './read-body.ts';

/** Headers that belong to the connection or to the client. */
const OWN = new Set([
  'accept-encoding',
  'connection',
  'content-length',
  'cookie',
  'expect',
  'host',
  'keep-alive',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
]);
/** Headers that are sent to another origin after a redirect, too. */
const HARMLESS = new Set(['accept', 'accept-language', 'accept-encoding', 'user-agent']);

type Headers = Readonly<Record<string, string>>;

/**
 * The headers of a request by name in lower case, with those of the client.
 * @throws TypeError for a header that only the client may set
 */
export function withOwnHeaders(headers: Headers = {}, codings = CODINGS): Headers {
  const given = Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value] as const);
  for (const [name] of given) if (OWN.has(name)) throw new TypeError(`The header ${name} is set by the client.`);
  return { accept: '*/*', ...Object.fromEntries(given), 'accept-encoding': codings, 'user-agent': 'Backroom' };
}

/** The headers for one hop: after a redirect to another origin only those that identify no caller. */
export function headersTo(url: URL, { url: first, headers = {} }: OutboundRequest): Headers {
  if (new URL(first).origin === url.origin) return headers;
  return Object.fromEntries(Object.entries(headers).filter(([name]) => HARMLESS.has(name)));
}
