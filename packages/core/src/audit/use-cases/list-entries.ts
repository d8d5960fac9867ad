import type { Page } from '../../kernel/page.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { AuditEntry } from '../entry.ts';
import type { AuditFilter, AuditPageRequest, AuditPorts } from '../ports.ts';

/** Which entries to show; the newest come first. */
export interface ListAuditEntriesInput extends AuditFilter, AuditPageRequest {}

/** Lists who did what, for administrators. */
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
