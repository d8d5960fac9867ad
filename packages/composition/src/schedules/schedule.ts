import { setTimeout as wait } from 'node:timers/promises';
import { DomainError, isRoutine, type Log } from '@backroom/core';

/** A periodic task of the server. */
export interface Schedule {
  /** Starts no further run and waits for the current one. */
  end(): Promise<void>;
}

export interface ScheduleOptions {
  /** In milliseconds. */
  readonly period: number;
}

/** A run of the task; it handles its own errors and should return early once `hasEnded`. */
export type ScheduledTask = (hasEnded: () => boolean) => Promise<void>;

/**
 * Logs only the first of consecutive failures, because an outage of the database may be long. Routine failures, for
 * instance of a busy database, only skip a run.
 */
export function loggingFirstFailure(log: Log, event: string, task: ScheduledTask): ScheduledTask {
  let hasFailed = false;
  return async (hasEnded) => {
    try {
      await task(hasEnded);
      hasFailed = false;
    } catch (cause) {
      if (isRoutine(cause)) return;
      if (!hasEnded() && !hasFailed) log.error(event, cause, cause instanceof DomainError ? { code: cause.code } : {});
      hasFailed = true;
    }
  };
}

/** Runs the task now and once per period; runs never overlap. */
export function repeat(task: ScheduledTask, { period }: ScheduleOptions): Schedule {
  let hasEnded = false;
  let running: Promise<void> | undefined;
  const begin = () => {
    running ??= task(() => hasEnded).finally(() => {
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
      await running;
    },
  };
}

/** Maximum wait for current runs at shutdown (ms). */
const SHUTDOWN_TIMEOUT = 1_500;

/** Several schedules as one; its end does not wait for a run whose connection hangs. */
export const combined = (schedules: readonly Schedule[]): Schedule => ({
  async end() {
    const ended = Promise.all(schedules.map((schedule) => schedule.end()));
    await Promise.race([ended, wait(SHUTDOWN_TIMEOUT, undefined, { ref: false })]);
  },
});
