import { useCase } from '../../kernel/use-case.ts';
import type { JobsPorts } from '../ports.ts';

/** Jobs per sweep, and the milliseconds after which a job is sent again. */
const SWEEP = { most: 100, againMs: 60_000 };

/** Sends jobs whose notification or worker was lost in a crash; returns their number. */
export const sweepJobs = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own' },
  ({ jobs, jobQueue, clock }: JobsPorts) =>
    async (_, __: object): Promise<number> => {
      const unsent = await jobs.takeUnsent(clock.now(), SWEEP);
      for (const job of unsent) await jobQueue.send(job);
      return unsent.length;
    },
);
