import { setTimeout as wait } from 'node:timers/promises';
import { DomainError } from '@backroom/core';
import type { Application } from './compose.ts';

/** So often it is looked whether a synchronisation is due, in milliseconds. */
const PERIOD = 60_000;
/** So long the server waits for a synchronisation when it stops. */
const PATIENCE = 1_500;

/** What synchronises accounts with the directory when that is due. */
export interface DirectorySchedule {
  /** Begins no more, and waits a moment for what is running. */
  end(): Promise<void>;
}

/** Begins to synchronise with the directory as often as its settings say, once for all processes of a database. */
export function startDirectorySchedule(application: Application, period = PERIOD): DirectorySchedule {
  let running: Promise<void> | undefined;
  let hasEnded = false;
  const look = () => {
    running ??= synchronise(application, () => hasEnded).finally(() => {
      running = undefined;
    });
  };
  look();
  const timer = setInterval(look, period);
  timer.unref();
  return {
    async end() {
      hasEnded = true;
      clearInterval(timer);
      await Promise.race([running, wait(PATIENCE, undefined, { ref: false })]);
    },
  };
}

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
