import { useCase } from '../../kernel/use-case.ts';
import type { ConnectorPorts } from '../ports.ts';
import { type BegunPairing, startPairing } from '../start-pairing.ts';

/** Base address of this installation, as the other site uses it. */
export interface BeginPairingInput {
  readonly siteUrl: string;
}

/**
 * Asks the site of CONNECTOR_URL to be paired: makes a pair of keys, and exchanges site tokens. An earlier request of this site is
 * replaced. The pairing is a half one until an administrator of the other site approves it within ten minutes.
 * @throws DomainError `shop_rest_connector_not_active`, `connector_already_paired`, `connector_pairing_in_progress`,
 * `connector_peer_failed`, `connector_peer_refused`, `secrets_key_missing`
 */
export const beginPairing = useCase(
  {
    access: 'manage_connector',
    effect: 'write',
    transaction: 'own',
    audit: 'connector.request',
    refusals: {
      'not-found': ['shop_rest_connector_not_active'],
      conflict: [
        'connector_already_paired',
        'connector_pairing_in_progress',
        'connector_peer_refused',
        'secrets_key_missing',
      ],
      unavailable: ['connector_peer_failed'],
    },
  },
  (ports: ConnectorPorts) =>
    ({ userId = null }, { siteUrl }: BeginPairingInput, context): Promise<BegunPairing> =>
      startPairing(ports, { siteUrl, userId }, context),
);
