import type { Schema } from '../kernel/schema.ts';
import type { RunContext } from '../kernel/use-case.ts';
import { alreadyPaired, connectorNotActive, offerExpired, pairingInProgress, peerFailed } from './errors.ts';
import { changePairing, ended } from './exchange.ts';
import {
  CONNECTOR_KEY,
  currentPairing,
  HALF_LIFETIME,
  type OwnSite,
  type Pairing,
  target,
  unpaired,
} from './pairing.ts';
import type { ConnectorPorts } from './ports.ts';
import { askPeer, discoverPaths, shaped } from './protocol/peer.ts';
import { originOf } from './redirect.ts';

/** The address where an administrator of the other site approves. */
export interface BegunPairing {
  readonly authorizeUrl: string;
  readonly expiresAt: Date;
}

const word = (maxLength: number): Schema => ({ type: 'string', minLength: 1, maxLength, required: true });
const registered: Schema = {
  type: 'object',
  additionalProperties: true,
  properties: {
    site_id: { ...word(36), pattern: '^[0-9a-f-]{36}$' },
    public_key: { ...word(44), pattern: '^[A-Za-z0-9+/]{43}=$' },
    site_name: { type: 'string', maxLength: 200, default: '' },
    authorize_url: word(2_000),
  },
};
interface Registered {
  readonly siteId: string;
  readonly publicKey: string;
  readonly siteName: string;
  readonly authorizeUrl: string;
}

/** Who asks, for which address of this installation. */
interface PairingStart {
  readonly siteUrl: string;
  readonly userId: number | null;
}

/**
 * Asks the site of CONNECTOR_URL to be paired. A failure ends the request.
 * @throws DomainError `shop_rest_connector_not_active`, `connector_already_paired`, `connector_pairing_in_progress`,
 * `connector_peer_failed`, `connector_peer_refused`, `secrets_key_missing`
 */
export async function startPairing(
  ports: ConnectorPorts,
  { siteUrl, userId }: PairingStart,
  { note, inUnit }: RunContext,
): Promise<BegunPairing> {
  note({ target });
  const { address } = ports.siteConnector;
  if (address === null) throw connectorNotActive();
  const begun = await inUnit(() => request(ports, siteUrl, userId));
  note({ target, changes: { site: { from: null, to: address } } });
  try {
    return await register(ports, begun, address);
  } catch (error) {
    await changePairing(ports, begun, (stored) => ended(ports, stored, codeOf(error)));
    throw error;
  }
}

const codeOf = (error: unknown): string => (error as { readonly code?: string }).code ?? 'connector_peer_failed';

/** Stores a new request of this site. */
async function request(ports: ConnectorPorts, url: string, userId: number | null): Promise<Pairing> {
  const now = ports.clock.now();
  const { state } = currentPairing(await ports.connectorPairing.hold(), now);
  if (state === 'paired') throw alreadyPaired();
  if (state === 'offered' || state === 'approved') throw pairingInProgress();
  const expiresAt = new Date(now.getTime() + HALF_LIFETIME);
  const begun: Pairing = { ...unpaired, state: 'requested', own: newSite(ports, url), expiresAt, pairedBy: userId };
  await ports.connectorPairing.save(begun);
  return begun;
}

/** A new site token with its sealed key. */
export function newSite(
  { ids, signingKeys, secretBox }: Pick<ConnectorPorts, 'ids' | 'signingKeys' | 'secretBox'>,
  url: string,
): OwnSite {
  const { publicKey, privateKey } = signingKeys.create();
  return { url, siteId: ids.next(), publicKey, sealedKey: secretBox.seal(privateKey, CONNECTOR_KEY) };
}

/** Sends the request to the other site, and stores its token. */
async function register(ports: ConnectorPorts, begun: Pairing, url: string): Promise<BegunPairing> {
  const paths = await discoverPaths(ports, url);
  const body = { site_url: begun.own?.url };
  const token = shaped<Registered>(
    registered,
    await askPeer(ports, url, { path: `${paths.connector}/register`, body }),
  );
  // A browser is sent there: it must be a page of the other site.
  if (originOf(token.authorizeUrl) !== originOf(url)) throw peerFailed('the page for approval is at another origin');
  const { siteId, publicKey, siteName: name, authorizeUrl: page } = token;
  const stored = await changePairing(ports, begun, (current) => ({
    ...current,
    remote: { url, siteId, publicKey, name, paths, page },
  }));
  if (stored.own?.siteId !== begun.own?.siteId || stored.expiresAt === null) throw offerExpired();
  return { authorizeUrl: page, expiresAt: stored.expiresAt };
}
