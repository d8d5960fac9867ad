import { submitJob } from '../../jobs/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import { heartbeatJobName } from '../jobs/names.ts';
import { HEARTBEAT_PERIOD, type Pairing } from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';

/** Whether a heartbeat is due: the site is paired, and the last one is at least 23 hours old. */
export const isHeartbeatDue = ({ state, sentAt }: Pairing, now: Date): boolean =>
  state === 'paired' && (sentAt === null || now.getTime() - sentAt.getTime() >= HEARTBEAT_PERIOD);

/** Submits the job that sends the statistics to the other site, if it is due; returns whether it was. */
export const sendHeartbeatWhenDue = useCase(
  { access: 'manage_connector', effect: 'write', transaction: 'own' },
  (ports: ConnectorPorts) =>
    async (_, __: object, { inUnit }): Promise<boolean> => {
      if (!isHeartbeatDue(await ports.connectorPairing.read(), ports.clock.now())) return false;
      return inUnit(async () => {
        const pairing = await ports.connectorPairing.hold();
        const now = ports.clock.now();
        if (!isHeartbeatDue(pairing, now)) return false;
        await ports.connectorPairing.save({ ...pairing, sentAt: now });
        const { isNew } = await submitJob(ports, { kind: heartbeatJobName, input: {}, key: 'heartbeat', userId: null });
        return isNew;
      });
    },
);

/** Deletes expired nonces and unverified errors, and returns their number. */
export const forgetConnectorRecords = useCase(
  { access: 'manage_system', effect: 'write' },
  ({ connectorNonces, connectorErrors, clock }: ConnectorPorts) =>
    async (_, __: object): Promise<number> =>
      (await connectorNonces.forget(clock.now())) + (await connectorErrors.forget(clock.now())),
);
