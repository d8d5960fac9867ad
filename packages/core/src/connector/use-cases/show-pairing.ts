import { isObject } from '../../kernel/reading/storable.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { ConnectorError } from '../error-record.ts';
import { notPaired } from '../errors.ts';
import { exchange } from '../exchange.ts';
import { currentPairing, isSigning, type OwnSite, type Pairing, type Statistics } from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';
import { readStatistics } from '../statistics.ts';

/** The pairing as an administrator sees it, without keys. */
export interface PairingReport extends Omit<Pairing, 'own'> {
  /** Site of CONNECTOR_URL; null while the connector is off. */
  readonly address: string | null;
  readonly own: Omit<OwnSite, 'sealedKey'> | null;
  /** Fingerprints of the public keys of both sites: 32 hexadecimal digits. */
  readonly ownKeyId: string | null;
  readonly remoteKeyId: string | null;
  /** The errors that the other site confirmed, the newest first. */
  readonly errors: readonly ConnectorError[];
}

/** The pairing, and the errors that the other site confirmed. */
export const showPairing = useCase(
  { access: 'manage_connector', effect: 'read' },
  ({ connectorPairing, connectorErrors, siteConnector, signatureVerifier, clock }: ConnectorPorts) =>
    async (_, __: object): Promise<PairingReport> => {
      const { own, ...pairing } = currentPairing(await connectorPairing.read(), clock.now());
      const idOf = (site: { readonly publicKey: string } | null) => site && signatureVerifier.keyId(site.publicKey);
      return {
        ...pairing,
        own: own && { url: own.url, siteId: own.siteId, publicKey: own.publicKey },
        address: siteConnector.address,
        ownKeyId: idOf(own),
        remoteKeyId: idOf(pairing.remote),
        errors: await connectorErrors.listVerified(),
      };
    },
);

/**
 * Confirms the pairing at the other site, and reads its statistics, by signed requests. This completes an approval that was not
 * confirmed yet; where the other site does not know the pairing, it ends here too.
 * @throws DomainError `connector_not_paired`, `connector_peer_failed`, `connector_peer_refused`
 */
export const checkPairing = useCase(
  {
    access: 'manage_connector',
    effect: 'write',
    transaction: 'own',
    audit: 'connector.check',
    refusals: {
      conflict: ['connector_not_paired', 'connector_peer_refused'],
      unavailable: ['connector_peer_failed'],
    },
  },
  (ports: ConnectorPorts) =>
    async (_, __: object, { note }): Promise<Statistics> => {
      note({ isIdle: true });
      const pairing = await ports.connectorPairing.read();
      if (!isSigning(pairing)) throw notPaired();
      const { paths } = pairing.remote;
      await exchange(ports, pairing, { path: `${paths.connector}/confirm`, body: {} });
      const { document } = await exchange(ports, pairing, { path: paths.statistics });
      return readStatistics(isObject(document) ? document : {});
    },
);
