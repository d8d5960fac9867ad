import type { Actor } from '@backroom/core';
import type { Application } from '../compose.ts';
import { type Schedule, tellingOnce } from './schedule.ts';

/** So long after it was done it is done again, in milliseconds. */
const PERIOD = 1_000;
/** Work that took long is followed by a rest that is longer by this factor, so that most of the time is left to others. */
const REST = 2;

/** Begins to look for days whose sums are old, again and again; of all processes of a database one at a time works. */
export function startRollUpSchedule(application: Application, period = PERIOD): Schedule {
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let system: Actor | undefined;
  let took = 0;
  const refresh = tellingOnce(application.log, 'roll-ups not refreshed', async () => {
    took = 0;
    system ??= await application.actor('system');
    const input = { mayGoOn: () => !hasEnded };
    took = (await application.core.analytics.refreshRollUps(system, input)).milliseconds;
  });
  const begin = async (): Promise<void> => {
    await refresh(() => hasEnded);
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
