import type { Actor, Core } from '@backroom/core';
import type { Job } from '@backroom/core/jobs';
import { anAdministrator } from './builders.ts';

/**
 * Does all long work that is due, one job after another, as a worker would: for tests of kinds, which need no queue for that.
 * Returns the jobs as they are then, the last one first.
 */
export async function workOff(core: Core, actor: Actor = anAdministrator()): Promise<readonly Job[]> {
  for (;;) {
    const { entries } = await core.jobs.listJobs(actor, { state: 'waiting', page: 1, perPage: 100 });
    let hasWorked = false;
    for (const { id } of entries) hasWorked = (await core.jobs.work(actor, { id })) !== 'idle' || hasWorked;
    if (!hasWorked) return (await core.jobs.listJobs(actor, { page: 1, perPage: 100 })).entries;
  }
}
