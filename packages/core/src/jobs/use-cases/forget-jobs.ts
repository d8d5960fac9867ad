import { useCase } from '../../kernel/use-case.ts';
import type { JobsPorts } from '../ports.ts';

const DAY = 24 * 3_600_000;
/** Retention in days; failed jobs are kept longer for inspection. */
const RETENTION = { failed: 90, others: 30 };
/** Jobs per batch. */
const BATCH_SIZE = 1_000;

/** Deletes one batch of jobs past their retention; returns the number deleted, 0 when none are left. */
export const forgetJobs = useCase(
  { access: 'manage_system', effect: 'write' },
  ({ jobs, clock }: JobsPorts) =>
    async (_, __: object): Promise<number> => {
      const before = (days: number) => new Date(clock.now().getTime() - days * DAY);
      return jobs.forget({ failed: before(RETENTION.failed), others: before(RETENTION.others) }, BATCH_SIZE);
    },
);
