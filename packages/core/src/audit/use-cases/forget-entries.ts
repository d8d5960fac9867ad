import { useCase } from '../../kernel/use-case.ts';
import type { AuditPorts } from '../ports.ts';

const DAY = 24 * 3_600_000;
/** Entries per batch, so that locks are short and the work can be interrupted between batches. */
const BATCH_SIZE = 1_000;

/** Deletes one batch of the entries past their retention; returns the number deleted, 0 when none are left. */
export const forgetAuditEntries = useCase(
  { access: 'manage_system', effect: 'write' },
  ({ auditTrail, clock, settings }: AuditPorts) =>
    async (_, __: object): Promise<number> => {
      const days = settings.auditRetentionDays;
      return days === 0 ? 0 : auditTrail.forget(new Date(clock.now().getTime() - days * DAY), BATCH_SIZE);
    },
);
