import { useCase } from '../../kernel/use-case.ts';
import type { Job } from '../job.ts';
import type { JobsPorts } from '../ports.ts';
import { JobWork, LEASE_MS, type WorkOutcome } from '../work-on-job.ts';

/** Which job a worker has heard of. */
export interface WorkInput {
  readonly id: string;
  /** Whether there is time for another step; when there is not, the job is given back between two steps. */
  mayGoOn?(): boolean;
  /** Begins to call `beat` every second or two and gives the way to stop; without one a step may take no longer than a lease. */
  alongside?(beat: () => Promise<void>): () => void;
}

/** Takes a job up and does what can be done of it now; harmless where there is nothing to do or somebody has it already. */
export const work = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', runsLong: true },
  (ports: JobsPorts) =>
    async (_, { id, mayGoOn = () => true, alongside }: WorkInput): Promise<WorkOutcome> => {
      const job = await ports.jobs.claim(id, { now: ports.clock.now(), forMs: LEASE_MS });
      if (!job) return 'idle';
      const kind = ports.jobKinds.get(job.kind);
      if (!kind) return refuse(ports, job);
      const piece = new JobWork(ports, { kind, job, mayGoOn });
      const stop = alongside?.(() => piece.beat());
      try {
        return await piece.goOn();
      } finally {
        stop?.();
      }
    },
);

/** What an older or newer program asked for. */
async function refuse({ jobs, clock, log }: JobsPorts, { id, run, kind, state }: Job): Promise<WorkOutcome> {
  log.warn('job of unknown kind', { job: id, kind });
  const error = { code: 'job_kind_unknown', message: 'This version of the program does not know this kind of work.' };
  const settled = { isSettled: true, isReleased: true };
  await jobs.change(
    { id, run, states: [state] },
    state === 'running' ? { ...settled, state: 'failed', error, endedAt: clock.now() } : settled,
  );
  return 'over';
}
