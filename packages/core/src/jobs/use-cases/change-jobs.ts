import type { DomainError } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { jobIsOver, jobNotRetryable, noSuchJob } from '../errors.ts';
import type { Job } from '../job.ts';
import type { JobChanges, JobCondition, JobsPorts } from '../ports.ts';

/** Which job. */
export interface JobInput {
  readonly id: string;
}

/**
 * Lets a job that has failed or was cancelled go on where it was.
 * @throws DomainError `job_not_found`, `job_not_retryable`, `job_already_live`
 */
export const retryJob = useCase(
  { access: 'manage_store', effect: 'write', audit: 'job.retry' },
  (ports: JobsPorts) =>
    async (_, { id }: JobInput, { note }): Promise<Job> => {
      const anew = { failures: 0, error: null, notBefore: null, endedAt: null, isSettled: false } as const;
      const condition = { id, states: ['failed', 'cancelled'] } as const;
      const job = await changeOr(ports, condition, {
        changes: { state: 'waiting', ...anew },
        refusal: jobNotRetryable,
      });
      note({ target: { type: 'job', id } });
      return send(ports, job);
    },
);

/**
 * Ends a job that is not over. What a step does at this moment is not kept, where the step is one unit of work.
 * @throws DomainError `job_not_found`, `job_is_over`
 */
export const cancelJob = useCase(
  { access: 'manage_store', effect: 'write', audit: 'job.cancel' },
  (ports: JobsPorts) =>
    async (_, { id }: JobInput, { note }): Promise<Job> => {
      const condition = { id, states: ['waiting', 'running'] } as const;
      const changes = { state: 'cancelled', endedAt: ports.clock.now(), failures: 0, notBefore: null } as const;
      const job = await changeOr(ports, condition, { changes, refusal: jobIsOver });
      note({ target: { type: 'job', id } });
      // Whoever works on it cleans up; where nobody does, a worker that hears of it.
      return send(ports, job);
    },
);

/**
 * Lets a job that waits for its time begin at once.
 * @throws DomainError `job_not_found`, `job_is_over`
 */
export const hastenJob = useCase(
  { access: 'manage_store', effect: 'write', audit: 'job.hasten' },
  (ports: JobsPorts) =>
    async (_, { id }: JobInput, { note }): Promise<Job> => {
      const condition = { id, states: ['waiting', 'running'] } as const;
      const job = await changeOr(ports, condition, { changes: { notBefore: null }, refusal: jobIsOver });
      note({ target: { type: 'job', id } });
      return send(ports, job);
    },
);

async function changeOr(
  { jobs }: JobsPorts,
  condition: JobCondition,
  { changes, refusal }: { readonly changes: JobChanges; readonly refusal: () => DomainError },
): Promise<Job> {
  const changed = await jobs.change(condition, changes);
  if (changed) return changed;
  throw (await jobs.find(condition.id)) ? refusal() : noSuchJob();
}

function send({ unitOfWork, jobQueue }: JobsPorts, job: Job): Job {
  unitOfWork.afterCommit(() => jobQueue.send(job));
  return job;
}
