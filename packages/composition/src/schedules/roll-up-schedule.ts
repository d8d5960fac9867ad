import type { Actor } from '@backroom/core';
import type { Application } from '../compose.ts';
import { loggingFirstFailure, type Schedule } from './schedule.ts';

/** Minimum pause between two runs (ms). */
const PERIOD = 1_000;
/** A pause lasts at least this multiple of the previous run, which limits the load on the database. */
const PAUSE_FACTOR = 2;

/** Refreshes outdated roll-ups continuously, in one process per database at a time. */
export function startRollUpSchedule(application: Application, period = PERIOD): Schedule {
  let hasEnded = false;
  let timer: NodeJS.Timeout | undefined;
  let system: Actor | undefined;
  let took = 0;
  const refresh = loggingFirstFailure(application.log, 'roll-ups not refreshed', async () => {
    took = 0;
    system ??= await application.actor('system');
    const input = { mayGoOn: () => !hasEnded };
    took = (await application.core.analytics.refreshRollUps(system, input)).milliseconds;
  });
  const begin = async (): Promise<void> => {
    await refresh(() => hasEnded);
    if (hasEnded) return;
    const pause = Math.max(period, took * PAUSE_FACTOR);
    timer = setTimeout(() => {
      running = begin();
    }, pause);
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
