import { storesOf } from '@backroom/adapters-persistence';
import type { Application } from '@backroom/composition';
import type { Ports } from '@backroom/core';
import { type JobKind, type JsonObject, type JsonValue, submitJob } from '@backroom/core/jobs';

/** Submits jobs of a kind that a test has added to a program, all in one unit of work, and returns their ids. */
export async function submitJobs<Input extends JsonObject, Place extends JsonValue>(
  { database, queue }: Pick<Application, 'database' | 'queue'>,
  kind: JobKind<Ports, Input, Place>,
  inputs: readonly Input[],
): Promise<readonly string[]> {
  const ports = {
    ...{ jobs: storesOf(database).jobs, jobQueue: queue, unitOfWork: database.unitOfWork },
    clock: { now: () => new Date(), wait: async () => {} },
    ids: { next: () => crypto.randomUUID() as string },
  };
  return database.unitOfWork.run(async () => {
    const ids: string[] = [];
    for (const input of inputs) ids.push((await submitJob(ports, { kind, input, userId: null })).job.id);
    return ids;
  });
}
