import { portionsOf } from '../../kernel/portions.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { AuditEntry } from '../entry.ts';
import type { AuditFilter, AuditPorts } from '../ports.ts';

/** Streams all matching entries, the oldest first; reads on demand. */
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
