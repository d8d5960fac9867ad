import { useCase } from '../../kernel/use-case.ts';
import { takeLimit } from '../limits.ts';
import { isSigning, target } from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';
import { askPeer } from '../protocol/peer.ts';

/** Longer texts are no nonce. */
const NONCE_LENGTH = 100;

/**
 * Makes an unverified error a verified one, by the nonce that only the other site got; works once. Returns whether there was one.
 * @throws DomainError `rate_limited`
 */
export const verifyConnectorError = useCase(
  { access: 'anyone', effect: 'write', transaction: 'own', audit: 'connector.verify' },
  (ports: ConnectorPorts) =>
    async (actor, { nonce }: { readonly nonce: string }, { note, inUnit }): Promise<boolean> => {
      note({ target, isIdle: true });
      await takeLimit(ports, 'connector-verify', actor);
      if (nonce === '' || nonce.length > NONCE_LENGTH) return false;
      const { connectorErrors, secretDigest, clock, events } = ports;
      return inUnit(async () => {
        const at = clock.now();
        const verified = await connectorErrors.verify(secretDigest.of(nonce), at);
        if (!verified) return false;
        const { errorCode: code, userId } = verified;
        note({ target, isIdle: false, reason: code });
        events.publish({ type: 'connector.error_verified', at, code, userId });
        return true;
      });
    },
);

/** An error that the other site recorded for a request of this one. */
export interface ReportedError {
  readonly requestNonce: string;
  /** Confirms the error at the other site. */
  readonly nonce: string;
}

/**
 * Confirms an error of a request that this site sent; the nonce of the request is the proof, and counts once. Works without a
 * signature, because the clocks of the sites may differ.
 * @throws DomainError `rate_limited`
 */
export const confirmConnectorError = useCase(
  { access: 'anyone', effect: 'write', transaction: 'own', audit: 'connector.report' },
  (ports: ConnectorPorts) =>
    async (actor, { requestNonce, nonce }: ReportedError, { note, inUnit }): Promise<boolean> => {
      note({ target, isIdle: true });
      await takeLimit(ports, 'connector', actor);
      const pairing = await ports.connectorPairing.read();
      if (!isSigning(pairing)) return false;
      const { url, paths } = pairing.remote;
      const isOwn = await inUnit(() => ports.connectorNonces.takeSent(requestNonce, ports.clock.now()));
      return isOwn && (await askPeer(ports, url, { path: paths.verifyError, body: { nonce } })) === true;
    },
);
