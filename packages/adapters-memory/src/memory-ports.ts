import { noTasks } from '@backroom/core/onboarding';
import { CountingIds } from './counting-ids.ts';
import { ManualClock } from './manual-clock.ts';
import { MemoryChanges } from './memory-changes.ts';
import { MemoryDirectory } from './memory-directory.ts';
import { MemoryEmbedCache } from './memory-embed-cache.ts';
import { MemoryJobQueue } from './memory-job-queue.ts';
import { MemoryLog } from './memory-log.ts';
import { MemoryRateLimiter } from './memory-rate-limiter.ts';

/** All ports of this package by name, and no onboarding tasks of a deployment. */
export const memoryPorts = () => memoryPortsAt(new ManualClock());

const memoryPortsAt = (clock: ManualClock) => ({
  clock,
  embedCache: new MemoryEmbedCache(clock),
  changes: new MemoryChanges(),
  ids: new CountingIds(),
  log: new MemoryLog(),
  rateLimiter: new MemoryRateLimiter(),
  directory: new MemoryDirectory(),
  jobQueue: new MemoryJobQueue(),
  taskRegistry: noTasks,
});
