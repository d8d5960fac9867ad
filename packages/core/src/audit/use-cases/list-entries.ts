import type { Page } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { AuditEntry } from '../entry.ts';
import type { AuditFilter, AuditPageRequest, AuditPorts } from '../ports.ts';

/** Filter and page; the newest entries come first. */
export interface ListAuditEntriesInput extends AuditFilter, AuditPageRequest {}

/** Lists matching entries, the newest first. */
export const listAuditEntries = useCase(
  { access: 'manage_system', effect: 'read' },
  ({ auditTrail }: AuditPorts) =>
    async (_, { page, perPage, beforeId, afterId, ...filter }: ListAuditEntriesInput): Promise<Page<AuditEntry>> =>
      auditTrail.list(filter, {
        page,
        perPage,
        ...(beforeId !== undefined && { beforeId }),
        ...(afterId !== undefined && { afterId }),
      }),
);
