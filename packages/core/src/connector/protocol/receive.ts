import type { Actor } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import type { SentRequest } from '../../kernel/sent-request.ts';
import type { RunContext } from '../../kernel/use-case.ts';
import { bodyMismatch, clockSkew, nonceInvalid, replayed, signatureInvalid, unknownSite } from '../errors.ts';
import { currentPairing, isSigning, type KnownPairing, type Pairing } from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';
import { recordFailure } from './record-failure.ts';
import { CLOCK_TOLERANCE, NONCE_LIFETIME, type SignedParts, signedText } from './signing.ts';

/** The headers of a signed request, and what was sent. */
export interface SiteRequest {
  readonly siteId: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly digest: string;
  readonly signature: string;
  readonly sent: SentRequest;
}

/** Codes of refused signatures, which are recorded as errors. */
const faults: readonly string[] = [
  'connector_clock_skew',
  'connector_nonce_invalid',
  'connector_body_mismatch',
  'connector_signature_invalid',
  'connector_replayed',
];
/** Refusals of every signed request. */
export const signedRefusals = { unauthenticated: ['connector_unknown_site', ...faults] };

/** Which pairings accept a request. */
type Accepts = (pairing: Pairing) => boolean;

interface Receiving {
  readonly actor: Pick<Actor, 'origin'>;
  readonly request: SiteRequest;
  /** Only approved pairings by default. */
  readonly accepts?: Accepts;
  readonly inUnit: RunContext['inUnit'];
}

/**
 * Runs work for a request of the other site, in one unit of work with its nonce. A refused signature is recorded, and the other
 * site is asked to confirm it.
 * @throws DomainError as `signedRefusals`
 */
export async function receiveSigned<T>(
  ports: ConnectorPorts,
  { actor, request, accepts = isSigning, inUnit }: Receiving,
  work: (pairing: KnownPairing) => Promise<T>,
): Promise<T> {
  const { connectorPairing, connectorNonces, clock } = ports;
  try {
    checkRequest(ports, await connectorPairing.read(), { request, accepts });
    return await inUnit(async () => {
      const pairing = checkRequest(ports, await connectorPairing.hold(), { request, accepts });
      const now = clock.now();
      const times = { now, expiresAt: new Date(now.getTime() + NONCE_LIFETIME) };
      if (!(await connectorNonces.add('received', request.nonce, times))) throw replayed();
      return work(pairing);
    });
  } catch (error) {
    if (error instanceof DomainError && faults.includes(error.code))
      await recordFailure(ports, { actor, request, error });
    throw error;
  }
}

/** The pairing of a request whose signature is valid. */
function checkRequest(
  ports: ConnectorPorts,
  stored: Pairing,
  { request, accepts }: { readonly request: SiteRequest; readonly accepts: Accepts },
): KnownPairing {
  const now = ports.clock.now();
  const pairing = currentPairing(stored, now);
  if (!accepts(pairing) || pairing.remote?.siteId !== request.siteId || pairing.own === null) throw unknownSite();
  if (!/^[A-Za-z0-9_-]{22,64}$/.test(request.nonce)) throw nonceInvalid();
  const seconds = /^[0-9]{1,12}$/.test(request.timestamp) ? Number(request.timestamp) : Number.NaN;
  if (!(Math.abs(seconds * 1_000 - now.getTime()) <= CLOCK_TOLERANCE)) throw clockSkew();
  if (request.digest !== request.sent.digest()) throw bodyMismatch();
  const parts: SignedParts = { ...request, method: request.sent.method, target: request.sent.target };
  const isValid = ports.signatureVerifier.verify(
    pairing.remote.publicKey,
    signedText(pairing.own.siteId, parts),
    request.signature,
  );
  if (!isValid) throw signatureInvalid();
  return { ...pairing, own: pairing.own, remote: pairing.remote };
}
