/** Ports without a database behind them, kept in memory: for tests, and for programs that want nothing outside. */

export { CountingIds } from './counting-ids.ts';
export { ManualClock } from './manual-clock.ts';
export { MemoryLog } from './memory-log.ts';
