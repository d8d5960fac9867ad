import type { Application } from './compose.ts';
import { repeat, type Schedule } from './schedule.ts';

/** So often a table is looked for that has grown much, in milliseconds: one at a time, so that nobody waits long. */
const PERIOD = 5_000;

/** Begins to clear tables of the embedded database of what is gone, one after the other as they grow; a server does so by itself. */
export function startTableSchedule({ database, log }: Application): Schedule {
  if (database.kind === 'server') return { end: async () => {} };
  let hasFailed = false;
  const work = async (hasEnded: () => boolean): Promise<void> => {
    try {
      await database.clearGrownTable();
      hasFailed = false;
    } catch (cause) {
      // An import keeps the one connection for long: that is told of once, not every time.
      if (!hasEnded() && !hasFailed) log.error('tables not cleared', cause);
      hasFailed = true;
    }
  };
  return repeat(work, { period: PERIOD });
}
