import type { Application } from '../compose.ts';
import { loggingFirstFailure, repeat, type Schedule } from './schedule.ts';

/** Poll interval (ms). */
const PERIOD = 30_000;
/** Polls between two sweeps of the folder: an hour. */
const SWEEP = 120;
/** Polls between two updates: a day. */
const UPDATE = 24 * SWEEP;

/**
 * Goes on with activations of lost processes, removes what they left in the folder of extensions, and updates extensions
 * daily, first at the start.
 */
export function startExtensionUpkeep({ core, actor, log }: Application): Schedule {
  let polls = 0;
  const tend = async () => {
    const system = await actor('system');
    if (polls % SWEEP === 0) {
      const folders = await core.extensions.sweepExtensions(system, {});
      if (folders > 0) log.info('unused folders of extensions removed', { folders });
    }
    await core.extensions.resumeActivations(system, {});
    polls += 1;
    if (polls % UPDATE !== 1) return;
    const updated = await core.extensions.updateDueExtensions(system, {});
    if (updated > 0) log.info('extensions updated', { extensions: updated });
  };
  return repeat(loggingFirstFailure(log, 'extensions not tended', tend), {
    period: PERIOD,
  });
}
