import type { Application } from '../compose.ts';
import { loggingFirstFailure, repeat, type Schedule } from './schedule.ts';

/** In milliseconds. One table per run, so that queries are blocked only briefly. */
const PERIOD = 5_000;

/** Vacuums tables of the embedded database as they grow; a PostgreSQL server has autovacuum. */
export function startVacuumSchedule({ database, log }: Application): Schedule {
  if (database.kind === 'server') return { end: async () => {} };
  const task = loggingFirstFailure(log, 'tables not cleared', async () => void (await database.clearGrownTable()));
  return repeat(task, { period: PERIOD });
}
