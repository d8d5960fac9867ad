import { DomainError } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { notPaired } from '../errors.ts';
import { ended } from '../exchange.ts';
import { currentPairing, isSigning, target } from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';
import { askSigned } from '../protocol/peer.ts';

/** Outcome of the end of a pairing. */
export interface UnpairedSite {
  /** Base address of the other site; null if it had not answered yet. */
  readonly site: string | null;
  /** Whether the other site has ended the pairing too; otherwise it does at its next exchange. */
  readonly isAnnounced: boolean;
}

/**
 * Ends the pairing or a half one, deletes its keys, and announces the end to the other site.
 * @throws DomainError `connector_not_paired`
 */
export const unpairSite = useCase(
  {
    access: 'manage_connector',
    effect: 'write',
    transaction: 'own',
    audit: 'connector.unpair',
    refusals: { conflict: ['connector_not_paired'] },
  },
  (ports: ConnectorPorts) =>
    async (_, __: object, { note, inUnit }): Promise<UnpairedSite> => {
      note({ target });
      const before = await inUnit(async () => {
        const pairing = currentPairing(await ports.connectorPairing.hold(), ports.clock.now());
        if (pairing.state === 'none') throw notPaired();
        note({ target, changes: { site: { from: pairing.remote?.url ?? null, to: null } } });
        await ports.connectorPairing.save(ended(ports, pairing, null));
        return pairing;
      });
      const site = before.remote?.url ?? null;
      if (!isSigning(before)) return { site, isAnnounced: false };
      try {
        await askSigned(ports, before, { path: `${before.remote.paths.connector}/end`, body: {} });
        return { site, isAnnounced: true };
      } catch (error) {
        if (!(error instanceof DomainError)) throw error;
        ports.log.warn('end of pairing not announced', { code: error.code });
        return { site, isAnnounced: false };
      }
    },
);
