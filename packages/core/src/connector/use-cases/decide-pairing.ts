import { submitJob } from '../../jobs/index.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { RunContext } from '../../kernel/use-case.ts';
import { useCase } from '../../kernel/use-case.ts';
import { offerExpired } from '../errors.ts';
import { exchange } from '../exchange.ts';
import { confirmJobName } from '../jobs/names.ts';
import { currentPairing, isSigning, type Pairing, target, unpaired } from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';

/** The request that an administrator has seen. */
export interface DecidePairingInput {
  /** Id of the site token of the other site. */
  readonly siteId: string;
}

/** Time (ms) after which the job confirms an approval that the request itself could not. */
const SECOND_TRY = 5_000;

/**
 * Approves the request of the other site and confirms it there. If that fails now, a job repeats it; both sites are paired as soon
 * as one exchange succeeds.
 * @throws DomainError `connector_offer_expired`
 */
export const approvePairing = useCase(
  {
    access: 'manage_connector',
    effect: 'write',
    transaction: 'own',
    audit: 'connector.approve',
    refusals: { conflict: ['connector_offer_expired'] },
  },
  (ports: ConnectorPorts) =>
    async ({ userId = null }, { siteId }: DecidePairingInput, { note, inUnit }): Promise<Pairing> => {
      note({ target });
      const approved = await inUnit(async () => {
        const offered = await demandOffer(ports, siteId, note);
        const stored: Pairing = { ...offered, state: 'approved', expiresAt: null, pairedBy: userId };
        await ports.connectorPairing.save(stored);
        const notBefore = new Date(ports.clock.now().getTime() + SECOND_TRY);
        await submitJob(ports, { kind: confirmJobName, input: { siteId }, key: siteId, notBefore, userId });
        return stored;
      });
      return confirm(ports, approved);
    },
);

/** Confirms an approval at the other site; what fails is left to the job. */
async function confirm(ports: ConnectorPorts, approved: Pairing): Promise<Pairing> {
  if (!isSigning(approved)) return approved;
  const { paths } = approved.remote;
  try {
    return (await exchange(ports, approved, { path: `${paths.connector}/confirm`, body: {} })).pairing;
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return ports.connectorPairing.read();
  }
}

/**
 * Refuses the request of the other site.
 * @throws DomainError `connector_offer_expired`
 */
export const rejectPairing = useCase(
  {
    access: 'manage_connector',
    effect: 'write',
    audit: 'connector.reject',
    refusals: { conflict: ['connector_offer_expired'] },
  },
  (ports: ConnectorPorts) =>
    async (_, { siteId }: DecidePairingInput, { note }): Promise<void> => {
      note({ target });
      await demandOffer(ports, siteId, note);
      await ports.connectorPairing.save(unpaired);
    },
);

/** The request that was seen, locked. */
async function demandOffer(ports: ConnectorPorts, siteId: string, note: RunContext['note']): Promise<Pairing> {
  const pairing = currentPairing(await ports.connectorPairing.hold(), ports.clock.now());
  if (pairing.state !== 'offered' || pairing.remote?.siteId !== siteId) throw offerExpired();
  note({ target, changes: { site: { from: null, to: pairing.remote.url } } });
  return pairing;
}
