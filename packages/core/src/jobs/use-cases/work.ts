import { useCase } from '../../kernel/use-case.ts';
import type { Job } from '../job.ts';
import { JobWork, LEASE_MS, type WorkOutcome } from '../job-work.ts';
import type { JobsPorts } from '../ports.ts';

/** A worker that is free for a job. */
export interface WorkInput {
  /** The job to claim; without it, the most urgent one that is due. */
  readonly id?: string;
  /** Called as soon as a job is claimed. */
  claimed?(): void;
  /** Asked between two steps; false releases the job. */
  mayGoOn?(): boolean;
  /** Calls `heartbeat` every second or two until the returned function is called. Without it a step must not outlast the lease. */
  keepAlive?(heartbeat: () => Promise<void>): () => void;
}

/** Claims a job and runs its steps. Does nothing if none is due, or another worker holds the one of this id. */
export const work = useCase(
  { access: 'manage_system', effect: 'write', transaction: 'own', runsLong: true },
  (ports: JobsPorts) =>
    async (_, { id, claimed, mayGoOn = () => true, keepAlive }: WorkInput): Promise<WorkOutcome> => {
      const lease = { now: ports.clock.now(), forMs: LEASE_MS, limits: limitsOf(ports.jobKinds) };
      const job = id === undefined ? await ports.jobs.claimNext(lease) : await ports.jobs.claim(id, lease);
      if (!job) return 'idle';
      claimed?.();
      const kind = ports.jobKinds.get(job.kind);
      if (!kind) return refuse(ports, job);
      const jobWork = new JobWork(ports, { kind, job, mayGoOn });
      const stop = keepAlive?.(() => jobWork.heartbeat());
      try {
        return await jobWork.run();
      } finally {
        stop?.();
      }
    },
);

const limitsOf = (kinds: JobsPorts['jobKinds']): ReadonlyMap<string, number> =>
  new Map([...kinds.values()].flatMap(({ name, atOnce }) => (atOnce === undefined ? [] : [[name, atOnce] as const])));

/** A job of a kind that another version of the program submitted. */
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
