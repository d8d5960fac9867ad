import type { Job, JsonObject, JsonValue } from './job.ts';
import type { JobKind } from './kind.ts';
import type { JobsPorts } from './ports.ts';

/** A job to submit. */
export interface JobRequest<Input extends JsonObject, Place extends JsonValue> {
  readonly kind: Pick<JobKind<never, Input, Place>, 'name' | 'priority'>;
  readonly input: Input;
  /** With a key, a waiting or running job of this kind and key is returned in place of a new one. */
  readonly key?: string;
  readonly notBefore?: Date;
  /** The submitting account; null for the system itself. */
  readonly userId: number | null;
}

/**
 * Submits a job as part of the surrounding unit of work; workers are notified after the commit, and find jobs
 * whose notification was lost in a crash.
 */
export async function submitJob<Input extends JsonObject, Place extends JsonValue>(
  { jobs, jobQueue, unitOfWork, clock, ids }: Pick<JobsPorts, 'jobs' | 'jobQueue' | 'unitOfWork' | 'clock' | 'ids'>,
  { kind, input, key, notBefore, userId }: JobRequest<Input, Place>,
): Promise<{ readonly job: Job; readonly isNew: boolean }> {
  const added = await jobs.add({
    id: ids.next(),
    kind: kind.name,
    key: key ?? null,
    userId,
    input,
    priority: kind.priority,
    notBefore: notBefore ?? null,
    createdAt: clock.now(),
  });
  if (added.isNew) unitOfWork.afterCommit(() => jobQueue.send(added.job));
  return added;
}
