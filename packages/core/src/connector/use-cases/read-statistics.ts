import type { Actor } from '../../kernel/actor.ts';
import { DomainError } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { statisticsForbidden, statisticsUnauthenticated } from '../errors.ts';
import { target } from '../pairing.ts';
import type { ConnectorPorts } from '../ports.ts';
import { receiveSigned, type SiteRequest, signedRefusals } from '../protocol/receive.ts';
import { collectStatistics, prefixed } from '../statistics.ts';

/** A request of an account, or a signed one of the other site. */
export interface ReadStatisticsInput {
  readonly siteUrl: string;
  readonly prefix: string;
  /** Undefined without the headers of a signature. */
  readonly request: SiteRequest | undefined;
}

const faults: readonly string[] = signedRefusals.unauthenticated;
/**
 * Reads the statistics of this site: for accounts that manage the connector, and for signed requests of the other site. The
 * nonce of such a request is stored, and leaves no audit record.
 * @throws DomainError `invalid_permission_heartbeat_data`
 */
export const readSiteStatistics = useCase(
  {
    access: 'anyone',
    effect: 'write',
    transaction: 'own',
    audit: 'connector.read',
    refusals: {
      unauthenticated: ['invalid_permission_heartbeat_data'],
      forbidden: ['invalid_permission_heartbeat_data'],
    },
  },
  (ports: ConnectorPorts) =>
    async (actor, { siteUrl, prefix, request }: ReadStatisticsInput, { note, inUnit }) => {
      note({ target, isIdle: true });
      const read = () => collectStatistics(ports, siteUrl);
      if (request === undefined || actor.userId !== undefined) {
        demandPermission(actor);
        return prefixed(await read(), prefix);
      }
      try {
        return prefixed(await receiveSigned(ports, { actor, request, inUnit }, read), prefix);
      } catch (error) {
        throw error instanceof DomainError && faults.includes(error.code) ? statisticsUnauthenticated(error) : error;
      }
    },
);

function demandPermission({ userId, capabilities, mustChangePassword }: Actor): void {
  if (userId === undefined) throw statisticsUnauthenticated();
  if (mustChangePassword || !capabilities.has('manage_connector')) throw statisticsForbidden();
}
