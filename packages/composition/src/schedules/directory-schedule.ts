import { DomainError } from '@backroom/core';
import type { Application } from '../compose.ts';
import { repeat, type Schedule } from './schedule.ts';

/** So often it is looked whether a synchronisation is due, in milliseconds. */
const PERIOD = 60_000;
/** So long the server waits for a synchronisation when it stops. */
const PATIENCE = 1_500;

/** Begins to synchronise with the directory as often as its settings say, once for all processes of a database. */
export const startDirectorySchedule = (application: Application, period = PERIOD): Schedule =>
  repeat((hasEnded) => synchronise(application, hasEnded), { period, patience: PATIENCE });

async function synchronise({ core, actor, log }: Application, hasEnded: () => boolean): Promise<void> {
  try {
    const report = await core.identity.synchroniseWhenDue(await actor('system'), { mayGoOn: () => !hasEnded() });
    if (!report) return;
    const { errors, ...counts } = report;
    log.info('directory synchronised', { ...counts, errors: errors.length });
  } catch (cause) {
    // Told by the use case already, with what is wrong.
    if (hasEnded() || (cause instanceof DomainError && cause.code === 'directory_unavailable')) return;
    log.error('directory not synchronised', cause);
  }
}
