import type { Application } from '../compose.ts';
import { loggingFirstFailure, repeat, type Schedule } from './schedule.ts';

/** Poll interval (ms). */
const PERIOD = 60_000;

/** Reads the documents of the operator when their copies have reached their age. */
export const startCatalogueSchedule = ({ core, actor, log }: Application, period = PERIOD): Schedule =>
  repeat(
    loggingFirstFailure(log, 'catalogue not refreshed', async () => {
      const system = await actor('system');
      await core.marketplace.refreshCatalogueWhenDue(system, {});
      await core.marketing.refreshSuggestionsWhenDue(system, {});
      await core.marketing.refreshArticlesWhenDue(system, {});
    }),
    { period },
  );
