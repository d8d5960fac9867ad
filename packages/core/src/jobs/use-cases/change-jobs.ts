import type { Actor } from '../../kernel/actor.ts';
import type { DomainError } from '../../kernel/errors.ts';
import { useCase } from '../../kernel/use-case.ts';
import { jobIsOver, jobNotRetryable, noSuchJob } from '../errors.ts';
import type { Job } from '../job.ts';
import type { JobChanges, JobCondition, JobsPorts } from '../ports.ts';
import { demandVisible, type ShownJob, shown } from '../shown-job.ts';

/** The id of the job to change. */
export interface JobInput {
  readonly id: string;
}

/**
 * Retries a failed or cancelled job from its checkpoint.
 * @throws DomainError `job_not_found`, `job_not_retryable`, `job_already_live`
 */
export const retryJob = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    audit: 'job.retry',
    refusals: { 'not-found': ['job_not_found'], conflict: ['job_not_retryable', 'job_already_live'] },
  },
  (ports: JobsPorts) =>
    async (actor, { id }: JobInput, { note }): Promise<ShownJob> => {
      const reset = { failures: 0, error: null, notBefore: null, endedAt: null, isSettled: false } as const;
      const condition = { id, states: ['failed', 'cancelled'] } as const;
      const job = await changeOr(ports, condition, {
        changes: { state: 'waiting', ...reset },
        refusal: jobNotRetryable,
      });
      note({ target: { type: 'job', id } });
      return sent(ports, actor, job);
    },
);

/**
 * Cancels a waiting or running job; without `manage_system` an export or import of the caller. The result of a running step is discarded if the step is one unit of work.
 * @throws DomainError `job_not_found`, `job_is_over`
 */
export const cancelJob = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'job.cancel',
    refusals: { 'not-found': ['job_not_found'], conflict: ['job_is_over'] },
  },
  (ports: JobsPorts) =>
    async (actor, { id }: JobInput, { note }): Promise<ShownJob> => {
      await demandVisible(ports, actor, id);
      const condition = { id, states: ['waiting', 'running'] } as const;
      const changes = { state: 'cancelled', endedAt: ports.clock.now(), failures: 0, notBefore: null } as const;
      const job = await changeOr(ports, condition, { changes, refusal: jobIsOver });
      note({ target: { type: 'job', id } });
      // The worker that holds the job cleans up; without one, the worker that receives it.
      return sent(ports, actor, job);
    },
);

/**
 * Makes a delayed job due at once.
 * @throws DomainError `job_not_found`, `job_is_over`
 */
export const hastenJob = useCase(
  {
    access: 'manage_system',
    effect: 'write',
    audit: 'job.hasten',
    refusals: { 'not-found': ['job_not_found'], conflict: ['job_is_over'] },
  },
  (ports: JobsPorts) =>
    async (actor, { id }: JobInput, { note }): Promise<ShownJob> => {
      const condition = { id, states: ['waiting', 'running'] } as const;
      const job = await changeOr(ports, condition, { changes: { notBefore: null }, refusal: jobIsOver });
      note({ target: { type: 'job', id } });
      return sent(ports, actor, job);
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

/** Announces the job after the commit. */
function sent(ports: JobsPorts, actor: Actor, job: Job): ShownJob {
  const { unitOfWork, jobQueue } = ports;
  unitOfWork.afterCommit(() => jobQueue.send(job));
  return shown(ports, actor, job);
}
