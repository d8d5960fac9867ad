import { setTimeout as wait } from 'node:timers/promises';
import { DomainError, type Log } from '@backroom/core';

/** Something that is done again and again while the server runs. */
export interface Schedule {
  /** Begins no more, and waits for what is running. */
  end(): Promise<void>;
}

/** How often it is done, and how it ends; in milliseconds. */
export interface Rhythm {
  readonly period: number;
  /** So long what is running is waited for at the end; until it is done unless given. */
  readonly patience?: number;
}

/** What is done each time: it tells of its failures itself, and may ask whether it shall still go on. */
export type Work = (hasEnded: () => boolean) => Promise<void>;

/** The same work, which tells of a failure once, until it has gone well again: a database may be away for long. */
export function tellingOnce(log: Log, event: string, work: Work): Work {
  let hasFailed = false;
  return async (hasEnded) => {
    try {
      await work(hasEnded);
      hasFailed = false;
    } catch (cause) {
      if (!hasEnded() && !hasFailed) log.error(event, cause, cause instanceof DomainError ? { code: cause.code } : {});
      hasFailed = true;
    }
  };
}

/** Does it at once and once in every period; a period in which it is still running is left out. */
export function repeat(work: Work, { period, patience }: Rhythm): Schedule {
  let hasEnded = false;
  let running: Promise<void> | undefined;
  const begin = () => {
    running ??= work(() => hasEnded).finally(() => {
      running = undefined;
    });
  };
  begin();
  const timer = setInterval(begin, period);
  timer.unref();
  return {
    async end() {
      hasEnded = true;
      clearInterval(timer);
      await (patience === undefined ? running : Promise.race([running, wait(patience, undefined, { ref: false })]));
    },
  };
}
