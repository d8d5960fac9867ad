import type { JobKind, JobStep } from '../../jobs/index.ts';
import { DomainError } from '../../kernel/errors.ts';
import { exchange } from '../exchange.ts';
import { currentPairing, isSigning } from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';
import { askPeer } from '../protocol/peer.ts';
import { newNonce } from '../protocol/signing.ts';
import { collectStatistics } from '../statistics.ts';
import { confirmJobName, heartbeatJobName, reportJobName } from './names.ts';

type Place = 'over';
const finished: JobStep<Place> = { place: 'over', done: 1, total: 1, isFinished: true };
const isFinal = (cause: unknown): boolean => cause instanceof DomainError && cause.kind !== 'unavailable';

interface ConfirmInput {
  readonly [member: string]: string;
  readonly siteId: string;
}

/** Confirms an approval at the other site, which repeats what the approval itself could not. */
export const confirmJob: JobKind<ConnectorPorts, ConfirmInput, Place> = {
  ...confirmJobName,
  attempts: 12,
  backoff: 2,
  inUnit: false,
  isFinal,
  step:
    (ports) =>
    async ({ input }) => {
      const pairing = await ports.connectorPairing.read();
      if (pairing.state !== 'approved' || pairing.remote?.siteId !== input.siteId || !isSigning(pairing))
        return finished;
      await exchange(ports, pairing, { path: `${pairing.remote.paths.connector}/confirm`, body: {} });
      return finished;
    },
};

/** Sends the statistics of this site to the other one. A repeated attempt has the same id, and counts once there. */
export const heartbeatJob: JobKind<ConnectorPorts, Readonly<Record<string, never>>, Place> = {
  ...heartbeatJobName,
  attempts: 6,
  backoff: 60,
  inUnit: false,
  isFinal,
  step: (ports) => async (job) => {
    const pairing = currentPairing(await ports.connectorPairing.read(), ports.clock.now());
    if (pairing.state !== 'paired' || !isSigning(pairing)) return finished;
    const statistics = await collectStatistics(ports, pairing.own.url);
    const body = { id: job.id, statistics };
    await exchange(ports, pairing, { path: `${pairing.remote.paths.connector}/heartbeat`, body });
    return finished;
  },
};

interface ReportInput {
  readonly [member: string]: string;
  readonly requestNonce: string;
}

/** Asks the other site to confirm an error of its request. The nonce that confirms it is stored as a digest only. */
export const reportJob: JobKind<ConnectorPorts, ReportInput, Place> = {
  ...reportJobName,
  attempts: 4,
  backoff: 5,
  inUnit: false,
  isFinal,
  step:
    (ports) =>
    async ({ input: { requestNonce } }) => {
      const { connectorErrors, connectorPairing, secretDigest, unitOfWork } = ports;
      const pairing = await connectorPairing.read();
      if (pairing.remote === null) return finished;
      const nonce = newNonce(ports);
      const isOpen = await unitOfWork.run(() => connectorErrors.expectProof(requestNonce, secretDigest.of(nonce)));
      if (!isOpen) return finished;
      const { url, paths } = pairing.remote;
      await askPeer(ports, url, { path: `${paths.connector}/report`, body: { request_nonce: requestNonce, nonce } });
      return finished;
    },
};
