import type { Job, JsonObject, JsonValue } from './job.ts';
import type { JobKind } from './kind.ts';
import type { JobsPorts } from './ports.ts';

/** What somebody wants to be done. */
export interface JobWish<Input extends JsonObject, Place extends JsonValue> {
  readonly kind: Pick<JobKind<never, Input, Place>, 'name' | 'priority'>;
  readonly input: Input;
  /** With one, the job of this kind and key that is waiting or running is given back in place of a new one. */
  readonly key?: string;
  readonly notBefore?: Date;
  /** Who asks; null for the system itself. */
  readonly userId: number | null;
}

/**
 * Asks for long work, as a part of the surrounding unit of work: the job is there when the unit commits, and only then workers
 * hear of it. What a crash keeps them from hearing, the sweep tells them.
 */
export async function submitJob<Input extends JsonObject, Place extends JsonValue>(
  { jobs, jobQueue, unitOfWork, clock, ids }: Pick<JobsPorts, 'jobs' | 'jobQueue' | 'unitOfWork' | 'clock' | 'ids'>,
  { kind, input, key, notBefore, userId }: JobWish<Input, Place>,
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
