import type { Schema } from '../../kernel/schema.ts';
import { useCase } from '../../kernel/use-case.ts';
import { connectorNotActive, foreignSite, notOffered, pairingInProgress } from '../errors.ts';
import { takeLimit } from '../limits.ts';
import {
  currentPairing,
  HALF_LIFETIME,
  type OwnSite,
  type Pairing,
  type RemoteSite,
  target,
  unpaired,
} from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';
import { askPeer, discoverPaths, shaped } from '../protocol/peer.ts';
import { plainAddress } from '../redirect.ts';
import { newSite } from '../start-pairing.ts';

/** The site that asks, and addresses of this one. */
export interface RegisterSiteInput {
  /** Base address of the site that asks. */
  readonly siteUrl: string;
  /** Base address of this site. */
  readonly ownUrl: string;
  /** The page where an administrator approves. */
  readonly page: string;
}

/** The site token of this site, and the page where an administrator approves. */
export interface SiteRegistration {
  readonly own: OwnSite;
  readonly siteName: string;
  readonly page: string;
  readonly expiresAt: Date;
}

const offered: Schema = {
  type: 'object',
  additionalProperties: true,
  properties: {
    site_id: { type: 'string', required: true, pattern: '^[0-9a-f-]{36}$' },
    public_key: { type: 'string', required: true, pattern: '^[A-Za-z0-9+/]{43}=$' },
    site_name: { type: 'string', maxLength: 200, default: '' },
  },
};
interface Offered {
  readonly siteId: string;
  readonly publicKey: string;
  readonly siteName: string;
}

/**
 * Accepts the request of the other site to be paired. Only the site of CONNECTOR_URL may ask, and its token is read from that
 * address, so that no stranger can put a key in its name. An administrator has to approve within ten minutes.
 * @throws DomainError `shop_rest_connector_not_active`, `connector_foreign_site`, `connector_pairing_in_progress`,
 * `connector_peer_failed`, `connector_peer_refused`, `secrets_key_missing`, `rate_limited`
 */
export const registerSite = useCase(
  {
    access: 'anyone',
    effect: 'write',
    transaction: 'own',
    audit: 'connector.register',
    refusals: {
      'not-found': ['shop_rest_connector_not_active'],
      forbidden: ['connector_foreign_site'],
      conflict: ['connector_pairing_in_progress', 'connector_peer_refused', 'secrets_key_missing'],
      unavailable: ['connector_peer_failed'],
    },
  },
  (ports: ConnectorPorts) =>
    async (actor, { siteUrl, ownUrl, page }: RegisterSiteInput, { note, inUnit }): Promise<SiteRegistration> => {
      note({ target });
      await takeLimit(ports, 'connector', actor);
      const { siteConnector, settings } = ports;
      const { address } = siteConnector;
      if (address === null) throw connectorNotActive();
      if (plainAddress(siteUrl) !== plainAddress(address)) throw foreignSite();
      const paths = await discoverPaths(ports, address);
      const token = shaped<Offered>(offered, await askPeer(ports, address, { path: `${paths.connector}/offer` }));
      const { siteId, publicKey, siteName: name } = token;
      const remote: RemoteSite = { url: address, siteId, publicKey, name, paths, page: '' };
      const { own, expiresAt } = await inUnit(async () => {
        const { pairing, isNew } = await offer(ports, remote, ownUrl);
        note({ target, isIdle: !isNew, changes: { site: { from: null, to: address } } });
        return pairing;
      });
      return { own, siteName: settings.siteName, page, expiresAt };
    },
);

type Offer = Pairing & { readonly own: OwnSite; readonly expiresAt: Date };

/** Stores the request; the same token again keeps what is stored. */
async function offer(
  ports: ConnectorPorts,
  remote: RemoteSite,
  ownUrl: string,
): Promise<{ readonly pairing: Offer; readonly isNew: boolean }> {
  const now = ports.clock.now();
  const current = currentPairing(await ports.connectorPairing.hold(), now);
  if (current.state === 'requested') throw pairingInProgress();
  const { own, expiresAt } = current;
  const isSame = current.remote?.siteId === remote.siteId && current.remote.publicKey === remote.publicKey;
  if (current.state === 'offered' && isSame && own && expiresAt)
    return { pairing: { ...current, own, expiresAt }, isNew: false };
  const ends = new Date(now.getTime() + HALF_LIFETIME);
  const made: Offer = { ...unpaired, state: 'offered', own: newSite(ports, ownUrl), remote, expiresAt: ends };
  await ports.connectorPairing.save(made);
  return { pairing: made, isNew: true };
}

/**
 * The site token of this site, while it asks to be paired.
 * @throws DomainError `connector_not_offered`
 */
export const readOffer = useCase(
  { access: 'anyone', effect: 'read', refusals: { 'not-found': ['connector_not_offered'] } },
  ({ connectorPairing, clock, settings }: ConnectorPorts) =>
    async (_, __: object): Promise<{ readonly own: OwnSite; readonly siteName: string }> => {
      const { state, own } = currentPairing(await connectorPairing.read(), clock.now());
      if (state !== 'requested' || own === null) throw notOffered();
      return { own, siteName: settings.siteName };
    },
);
