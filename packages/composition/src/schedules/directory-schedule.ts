import { DomainError } from '@backroom/core';
import type { Application } from '../compose.ts';
import { repeat, type Schedule } from './schedule.ts';

/** Poll interval (ms). */
const PERIOD = 60_000;

/** Synchronises with the directory when its configured interval has passed, in one process per database. */
export const startDirectorySchedule = (application: Application, period = PERIOD): Schedule =>
  repeat((hasEnded) => synchronise(application, hasEnded), { period });

async function synchronise({ core, actor, log }: Application, hasEnded: () => boolean): Promise<void> {
  try {
    const report = await core.identity.synchroniseWhenDue(await actor('system'), { mayGoOn: () => !hasEnded() });
    if (!report) return;
    const { errors, ...counts } = report;
    log.info('directory synchronised', { ...counts, errors: errors.length });
  } catch (cause) {
    // The use case has recorded this fault already.
    if (hasEnded() || (cause instanceof DomainError && cause.code === 'directory_unavailable')) return;
    log.error('directory not synchronised', cause);
  }
}
