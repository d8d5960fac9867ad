import type { Application } from '../compose.ts';
import { repeat, type Schedule, tellingOnce } from './schedule.ts';

/** So often a table is looked for that has grown much, in milliseconds: one at a time, so that nobody waits long. */
const PERIOD = 5_000;

/** Begins to clear tables of the embedded database of what is gone, one after the other as they grow; a server does so by itself. */
export function startTableSchedule({ database, log }: Application): Schedule {
  if (database.kind === 'server') return { end: async () => {} };
  const work = tellingOnce(log, 'tables not cleared', async () => void (await database.clearGrownTable()));
  return repeat(work, { period: PERIOD });
}
