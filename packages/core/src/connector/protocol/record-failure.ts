import { submitJob } from '../../jobs/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import { UNVERIFIED_LIFETIME } from '../error-record.ts';
import { reportJobName } from '../jobs/names.ts';
import { takeLimit } from '../limits.ts';
import type { ConnectorPorts } from '../ports.ts';
import type { SiteRequest } from './receive.ts';

/** A request whose signature was refused. */
export interface RefusedRequest {
  readonly actor: Pick<Actor, 'origin'>;
  readonly request: SiteRequest;
  readonly error: DomainError;
}

/**
 * Records a refused signature as an unverified error, and submits the job that asks the other site to confirm it: strangers
 * cannot, because they do not get the nonce. A malformed nonce of a request proves nothing and leaves no record; nor
 * does a request above the limit `connector` of its address.
 */
export async function recordFailure(ports: ConnectorPorts, { actor, request, error }: RefusedRequest): Promise<void> {
  const { nonce, sent } = request;
  const { code, message } = error;
  if (code === 'connector_nonce_invalid' || (await isFlooding(ports, actor))) return;
  const now = ports.clock.now();
  await ports.unitOfWork.run(async () => {
    await ports.connectorErrors.put({
      errorCode: code,
      userId: 0,
      errorMessage: message,
      errorData: { action: `${sent.method} ${sent.path}` },
      errorType: 'signature',
      timestamp: now,
      requestNonce: nonce,
      expiresAt: new Date(now.getTime() + UNVERIFIED_LIFETIME),
    });
    await submitJob(ports, { kind: reportJobName, input: { requestNonce: nonce }, key: nonce, userId: null });
  });
}

const isFlooding = (ports: ConnectorPorts, actor: Pick<Actor, 'origin'>): Promise<boolean> =>
  takeLimit(ports, 'connector', actor).then(
    () => false,
    (error: unknown) => {
      if (error instanceof DomainError) return true;
      throw error;
    },
  );
