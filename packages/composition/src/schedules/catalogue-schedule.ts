import type { Application } from '../compose.ts';
import { loggingFirstFailure, repeat, type Schedule } from './schedule.ts';

/** Poll interval (ms). */
const PERIOD = 60_000;
/** Maximum wait for the source at shutdown (ms). */
const SHUTDOWN_TIMEOUT = 1_500;

/** Reads the extension catalogue when its copy is a day old. */
export const startCatalogueSchedule = ({ core, actor, log }: Application, period = PERIOD): Schedule =>
  repeat(
    loggingFirstFailure(log, 'catalogue not refreshed', async () => {
      await core.marketplace.refreshCatalogueWhenDue(await actor('system'), {});
    }),
    { period, timeout: SHUTDOWN_TIMEOUT },
  );
