import { useCase } from '../../kernel/use-case.ts';
import type { JobsPorts } from '../ports.ts';

const DAY = 24 * 3_600_000;
/** Days after which jobs are forgotten; failed ones are kept longer, for somebody to have a look. */
const KEPT = { failed: 90, others: 30 };
/** So many are forgotten at a time. */
const AT_A_TIME = 1_000;

/** Forgets some of the jobs that were over long ago; 0 when there are none left. */
export const forgetJobs = useCase(
  { access: 'manage_system', effect: 'write' },
  ({ jobs, clock }: JobsPorts) =>
    async (_, __: object): Promise<number> => {
      const before = (days: number) => new Date(clock.now().getTime() - days * DAY);
      return jobs.forget({ failed: before(KEPT.failed), others: before(KEPT.others) }, AT_A_TIME);
    },
);
