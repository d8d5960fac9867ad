import { DomainError } from '../kernel/errors.ts';
import { type KnownPairing, type Pairing, unpaired } from './pairing.ts';
import type { ConnectorPorts } from './ports.ts';
import { askSigned, isForgotten, type PeerRequest } from './protocol/peer.ts';

/** Publishes that a pairing is complete, and returns it. */
export function paired({ clock, events }: ConnectorPorts, pairing: Pairing, site: string): Pairing {
  const at = clock.now();
  events.publish({ type: 'connector.paired', at, site });
  return { ...pairing, state: 'paired', expiresAt: null, pairedAt: at, fault: null };
}

/** Publishes that a pairing has ended, and returns the state without one. */
export function ended({ clock, events }: ConnectorPorts, pairing: Pairing, fault: string | null): Pairing {
  if (pairing.state === 'paired' && pairing.remote)
    events.publish({ type: 'connector.unpaired', at: clock.now(), site: pairing.remote.url });
  return { ...unpaired, fault };
}

/** A pairing that the other site has answered: it is complete. */
export const answered = (ports: ConnectorPorts, pairing: KnownPairing): Pairing =>
  pairing.state === 'approved' ? paired(ports, pairing, pairing.remote.url) : { ...pairing, fault: null };

/** Changes the stored pairing, unless it was replaced meanwhile. */
export const changePairing = (
  { connectorPairing, unitOfWork }: ConnectorPorts,
  known: Pairing,
  change: (stored: Pairing) => Pairing,
): Promise<Pairing> =>
  unitOfWork.run(async () => {
    const stored = await connectorPairing.hold();
    if (stored.own?.siteId !== known.own?.siteId) return stored;
    const changed = change(stored);
    await connectorPairing.save(changed);
    return changed;
  });

/**
 * Sends a signed request and stores what its answer says about the pairing: an answer completes it, and it has ended where the
 * other site does not know it.
 * @throws DomainError `connector_peer_failed`, `connector_peer_refused`
 */
export async function exchange(
  ports: ConnectorPorts,
  pairing: KnownPairing,
  request: PeerRequest,
): Promise<{ readonly document: unknown; readonly pairing: Pairing }> {
  try {
    const document = await askSigned(ports, pairing, request);
    const current = await changePairing(ports, pairing, (stored) =>
      stored.state === 'approved' || stored.fault !== null ? answered(ports, { ...stored, ...known(pairing) }) : stored,
    );
    return { document, pairing: current };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    await changePairing(ports, pairing, (stored) =>
      isForgotten(error) ? ended(ports, stored, 'connector_unknown_site') : { ...stored, fault: faultOf(error) },
    );
    throw error;
  }
}

const known = ({ own, remote }: KnownPairing): Pick<KnownPairing, 'own' | 'remote'> => ({ own, remote });

/** The code of the other site where it refused, else that of this one. */
const faultOf = ({ code, details: { peerCode } }: DomainError): string =>
  typeof peerCode === 'string' ? peerCode : code;
