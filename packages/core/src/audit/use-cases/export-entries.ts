import { chunksOf } from '../../kernel/chunks.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { AuditEntry } from '../entry.ts';
import type { AuditFilter, AuditPorts } from '../ports.ts';

/** Streams all matching entries, the oldest first; reads on demand. */
export const exportAuditEntries = useCase(
  { access: 'manage_system', effect: 'read', audit: 'audit.export' },
  ({ auditTrail }: AuditPorts) =>
    async (_, filter: AuditFilter): Promise<{ readonly portions: AsyncIterable<readonly AuditEntry[]> }> => ({
      portions: chunksOf(
        (afterId, limit) => auditTrail.read(filter, { afterId, limit }),
        ({ id }) => id,
      ),
    }),
);
