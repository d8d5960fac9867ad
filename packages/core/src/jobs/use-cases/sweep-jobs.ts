import { useCase } from '../../kernel/use-case.ts';
import type { JobsPorts } from '../ports.ts';

/** At most so many jobs are sent at a time, and what was sent this long ago, in milliseconds, is sent again. */
const PART = { most: 100, againMs: 60_000 };

/** Sends what a crash kept from being sent or done, and gives how many those were. */
export const sweepJobs = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  ({ jobs, jobQueue, clock }: JobsPorts) =>
    async (_, __: object): Promise<number> => {
      const unsent = await jobs.takeUnsent(clock.now(), PART);
      for (const job of unsent) await jobQueue.send(job);
      return unsent.length;
    },
);
