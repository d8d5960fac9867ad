import { DomainError } from '../../kernel/errors.ts';
import { compilerOf } from '../../kernel/reading/compile.ts';
import { readWith } from '../../kernel/reading/steps.ts';
import { strict } from '../../kernel/reading/strict.ts';
import type { Schema } from '../../kernel/schema.ts';
import { peerFailed, peerRefused } from '../errors.ts';
import { CONNECTOR_KEY, isSigning, type KnownPairing, type SitePaths } from '../pairing.ts';
import type { ConnectorPorts, SiteAnswer } from '../ports.ts';
import {
  digestOf,
  newNonce,
  SENT_LIFETIME,
  type SignedParts,
  secondsOf,
  signedHeaders,
  signedText,
} from './signing.ts';

/** A request to the other site. */
export interface PeerRequest {
  /** Path on its shop interface. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON by POST; without it the request is a GET. */
  readonly body?: object;
}

const readerOf = compilerOf(strict);
const ROUTE = '/index.php?rest_route=';
const json = { accept: 'application/json', 'content-type': 'application/json' };

const queryText = (query: Readonly<Record<string, string>> = {}): string =>
  Object.entries(query)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');

/**
 * Sends a request without signature and returns its document.
 * @throws DomainError `connector_peer_failed`, `connector_peer_refused`
 */
export const askPeer = async (
  { siteConnector }: Pick<ConnectorPorts, 'siteConnector'>,
  url: string,
  request: PeerRequest,
): Promise<unknown> => documentOf(await send(siteConnector, url, request, {}));

/**
 * Signs a request, sends it, and returns its document. The nonce is stored first, so that this site can confirm an error of it.
 * @throws DomainError `connector_peer_failed`, `connector_peer_refused`
 */
export async function askSigned(ports: ConnectorPorts, pairing: KnownPairing, request: PeerRequest): Promise<unknown> {
  const { connectorNonces, clock, secretBox, signingKeys, siteConnector, unitOfWork } = ports;
  const { own, remote } = pairing;
  if (!isSigning(pairing)) throw new RangeError('A half pairing signs nothing.');
  const key = secretBox.open(own.sealedKey, CONNECTOR_KEY);
  if (key === undefined) throw peerFailed('no key opens the private key of this site');
  const now = clock.now();
  const query = queryText(request.query);
  const parts: SignedParts = {
    method: request.body === undefined ? 'GET' : 'POST',
    target: query === '' ? request.path : `${request.path}?${query}`,
    siteId: own.siteId,
    timestamp: secondsOf(now),
    nonce: newNonce(ports),
    digest: digestOf(ports, request.body === undefined ? '' : JSON.stringify(request.body)),
  };
  const times = { now, expiresAt: new Date(now.getTime() + SENT_LIFETIME) };
  await unitOfWork.run(() => connectorNonces.add('sent', parts.nonce, times));
  const headers = signedHeaders(parts, signingKeys.sign(key, signedText(remote.siteId, parts)));
  return documentOf(await send(siteConnector, remote.url, request, headers));
}

async function send(
  siteConnector: ConnectorPorts['siteConnector'],
  ...[url, { path, query, body }, headers]: [string, PeerRequest, Readonly<Record<string, string>>]
): Promise<SiteAnswer> {
  const tail = query === undefined ? '' : `&${queryText(query)}`;
  try {
    return await siteConnector.send({
      method: body === undefined ? 'GET' : 'POST',
      url: `${url}${ROUTE}${path}${tail}`,
      headers: { ...json, ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    throw peerFailed(error.code, error);
  }
}

const OK = 200;
const LEAST_FAILURE = 500;

function documentOf({ status, document }: SiteAnswer): unknown {
  if (status === OK) return document;
  const code = (document as { readonly code?: unknown } | undefined)?.code;
  if (status >= LEAST_FAILURE || typeof code !== 'string' || !/^[a-z0-9_-]{1,100}$/.test(code))
    throw peerFailed(`the status is ${status}`);
  throw peerRefused(code);
}

/** Whether the other site said that it does not know the pairing. */
export const isForgotten = (error: unknown): boolean =>
  error instanceof DomainError && error.details.peerCode === 'connector_unknown_site';

/**
 * A document in its form.
 * @throws DomainError `connector_peer_failed`
 */
export function shaped<T>(schema: Schema, document: unknown): T {
  const read = readWith(readerOf(schema), document, 'first');
  if ('faults' in read) throw peerFailed(`the answer is not valid at ${read.faults[0]?.path.join('.')}`);
  return read.value as T;
}

/**
 * The paths of a site: installations may rename namespaces, so they are read from its index.
 * @throws DomainError `connector_peer_failed`, `connector_peer_refused`
 */
export async function discoverPaths(ports: ConnectorPorts, url: string): Promise<SitePaths> {
  const document = await askPeer(ports, url, { path: '/', query: { _fields: 'routes' } });
  const routes = (document as { readonly routes?: unknown } | undefined)?.routes;
  const paths = Object.keys(routes !== null && typeof routes === 'object' ? routes : {});
  const find = (end: string): string => {
    const found = paths.find((path) => path.endsWith(end) && /^[a-z0-9/_.-]{1,200}$/i.test(path));
    if (found === undefined) throw peerFailed(`the index of the site has no route ${end}`);
    return found;
  };
  return {
    connector: find('/connector/register').replace(/\/register$/, ''),
    verifyError: find('/verify_xmlrpc_error'),
    statistics: find('/heartbeat/data'),
  };
}
