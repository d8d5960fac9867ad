/** In-memory adapters, for tests and for programs without external services. */

export { CountingIds } from './counting-ids.ts';
export { ManualClock } from './manual-clock.ts';
export { MemoryChanges } from './memory-changes.ts';
export { MemoryDirectory, type MemoryPerson } from './memory-directory.ts';
export { MemoryEmbedCache } from './memory-embed-cache.ts';
export { MemoryJobQueue } from './memory-job-queue.ts';
export { MemoryLog } from './memory-log.ts';
export { memoryPorts } from './memory-ports.ts';
export { MemoryRateLimiter } from './memory-rate-limiter.ts';
export { emptyReportTables, MemoryReportRunner } from './memory-report-runner.ts';
export type { MemoryRow, MemoryTables, MemoryValue } from './memory-report-view.ts';
