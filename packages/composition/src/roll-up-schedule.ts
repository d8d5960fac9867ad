import type { Actor } from '@backroom/core';
import type { Application } from './compose.ts';
import type { Schedule } from './schedule.ts';

/** So long after it was done it is done again, in milliseconds. */
const PERIOD = 1_000;
/** Work that took long is followed by a rest that is longer by this factor, so that most of the time is left to others. */
const REST = 2;

/** Begins to look for days whose sums are old, again and again; of all processes of a database one at a time works. */
export function startRollUpSchedule(application: Application, period = PERIOD): Schedule {
  let [hasEnded, hasFailed] = [false, false];
  let timer: NodeJS.Timeout | undefined;
  let system: Actor | undefined;
  const refresh = async (): Promise<number> => {
    try {
      system ??= await application.actor('system');
      const input = { mayGoOn: () => !hasEnded };
      const { milliseconds } = await application.core.analytics.refreshRollUps(system, input);
      hasFailed = false;
      return milliseconds;
    } catch (cause) {
      // A database that is away is told of once, not every second.
      if (!hasEnded && !hasFailed) application.log.error('roll-ups not refreshed', cause);
      hasFailed = true;
      return 0;
    }
  };
  const begin = async (): Promise<void> => {
    const took = await refresh();
    if (hasEnded) return;
    const rest = Math.max(period, took * REST);
    timer = setTimeout(() => {
      running = begin();
    }, rest);
    timer.unref();
  };
  let running = begin();
  return {
    async end() {
      hasEnded = true;
      clearTimeout(timer);
      await running;
    },
  };
}
