import { useCase } from '../../kernel/use-case.ts';
import type { AuditPorts } from '../ports.ts';

/** Maximum number of words for each filter. */
const MOST = 500;

/** Words that filters of the log match, in their order. */
export interface AuditFilterWords {
  readonly actions: readonly string[];
  readonly actors: readonly string[];
  readonly targetTypes: readonly string[];
}

/** Lists the actions, actors and kinds of targets that occur in the log, up to 500 of each. */
export const listAuditFilterWords = useCase(
  { access: 'manage_system', effect: 'read' },
  ({ auditTrail }: AuditPorts) =>
    async (_, __: object): Promise<AuditFilterWords> => ({
      actions: await auditTrail.words('action', MOST),
      actors: await auditTrail.words('actor', MOST),
      targetTypes: await auditTrail.words('targetType', MOST),
    }),
);
