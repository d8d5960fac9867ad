import { useCase } from '../../kernel/use-case.ts';
import type { AuditPorts } from '../ports.ts';

const DAY = 24 * 3_600_000;
/** So many entries are forgotten at a time, so that nobody waits long for a lock, and it can be stopped. */
const AT_A_TIME = 1_000;

/** Forgets some of the entries that are older than the installation keeps them; 0 when there are none left. */
export const forgetAuditEntries = useCase(
  { access: 'manage_system', effect: 'write' },
  ({ auditTrail, clock, settings }: AuditPorts) =>
    async (_, __: object): Promise<number> => {
      const days = settings.auditRetentionDays;
      return days === 0 ? 0 : auditTrail.forget(new Date(clock.now().getTime() - days * DAY), AT_A_TIME);
    },
);
