import { useCase } from '../../kernel/use-case.ts';
import { answered, ended, paired } from '../exchange.ts';
import { isSigning, type Pairing, target } from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';
import { receiveSigned, type SiteRequest, signedRefusals } from '../protocol/receive.ts';
import { readStatistics } from '../statistics.ts';

/** A signed request of the other site. */
export interface SignedInput {
  readonly request: SiteRequest;
}

/** While this site asks, the other one confirms with the key that it gave at registration. */
const isConfirmable = (pairing: Pairing): boolean => pairing.state === 'requested' || isSigning(pairing);

/** Completes the pairing for which this site asked; a repeated confirmation changes nothing. */
export const confirmPairing = useCase(
  { access: 'anyone', effect: 'write', transaction: 'own', audit: 'connector.pair', refusals: signedRefusals },
  (ports: ConnectorPorts) =>
    async (actor, { request }: SignedInput, { note, inUnit }): Promise<void> => {
      note({ target });
      await receiveSigned(ports, { actor, request, accepts: isConfirmable, inUnit }, async (pairing) => {
        const isIdle = pairing.state === 'paired';
        note({ target, isIdle, changes: { site: { from: null, to: pairing.remote.url } } });
        if (!isIdle) await ports.connectorPairing.save(paired(ports, pairing, pairing.remote.url));
      });
    },
);

/** Ends the pairing by the other site. */
export const endPairing = useCase(
  { access: 'anyone', effect: 'write', transaction: 'own', audit: 'connector.end', refusals: signedRefusals },
  (ports: ConnectorPorts) =>
    async (actor, { request }: SignedInput, { note, inUnit }): Promise<void> => {
      note({ target });
      await receiveSigned(ports, { actor, request, inUnit }, async (pairing) => {
        note({ target, changes: { site: { from: pairing.remote.url, to: null } } });
        await ports.connectorPairing.save(ended(ports, pairing, null));
      });
    },
);

/** A heartbeat of the other site. */
export interface ReceiveHeartbeatInput extends SignedInput {
  readonly id: string;
  readonly statistics: Readonly<Record<string, unknown>>;
}

/** Stores the statistics of the other site in place of the earlier ones; a repeated heartbeat changes nothing. */
export const receiveHeartbeat = useCase(
  { access: 'anyone', effect: 'write', transaction: 'own', audit: 'connector.heartbeat', refusals: signedRefusals },
  (ports: ConnectorPorts) =>
    async (actor, { request, id, statistics }: ReceiveHeartbeatInput, { note, inUnit }): Promise<void> => {
      note({ target });
      await receiveSigned(ports, { actor, request, inUnit }, async (pairing) => {
        note({ target, isIdle: true });
        if (pairing.heard?.id === id && pairing.state === 'paired') return;
        const heard = { id, at: ports.clock.now(), statistics: readStatistics(statistics) };
        await ports.connectorPairing.save({ ...answered(ports, pairing), heard });
      });
    },
);
