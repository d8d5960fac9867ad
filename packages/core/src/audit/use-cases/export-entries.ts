import { portionsOf } from '../../kernel/portions.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { AuditEntry } from '../entry.ts';
import type { AuditFilter, AuditPorts } from '../ports.ts';

/** Gives all entries that match, the oldest first, read while somebody listens. */
export const exportAuditEntries = useCase(
  { access: 'manage_system', effect: 'read', audit: 'audit.export' },
  ({ auditTrail }: AuditPorts) =>
    async (_, filter: AuditFilter): Promise<{ readonly portions: AsyncIterable<readonly AuditEntry[]> }> => ({
      portions: portionsOf(
        (afterId, limit) => auditTrail.read(filter, { afterId, limit }),
        ({ id }) => id,
      ),
    }),
);
