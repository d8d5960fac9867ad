import { ExitCode } from './exit-code.ts';
import type { Terminal } from './print.ts';

/** Listens for the end of a server process. */
export interface Shutdown {
  /** Resolves at the first signal, or with the first uncaught error. */
  readonly requested: Promise<{ readonly cause: unknown } | undefined>;
  /** From now on an uncaught error causes a graceful shutdown instead of an immediate exit. */
  started(): void;
  /** Removes the listeners. */
  dispose(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const failures = ['uncaughtException', 'unhandledRejection'];

/**
 * Listens for signals and uncaught errors. The first signal requests a shutdown, a second one exits immediately. One
 * repeated SIGTERM is ignored: service managers signal the whole process group, and the parent script forwards its own.
 */
export function listenForShutdown({ process, exit }: Terminal, report: (error: unknown) => void): Shutdown {
  const { promise: requested, resolve } = Promise.withResolvers<{ readonly cause: unknown } | undefined>();
  let hasStarted = false;
  let isEnding = false;
  let mayRepeat = true;
  const onSignal = (name: string) => {
    if (!isEnding) {
      isEnding = true;
      return resolve(undefined);
    }
    if (name !== 'SIGTERM' || !mayRepeat) return exit(ExitCode.unexpected);
    mayRepeat = false;
  };
  const onFailure = (cause: unknown) => {
    if (isEnding || !hasStarted) {
      report(cause);
      return exit(ExitCode.unexpected);
    }
    isEnding = true;
    resolve({ cause });
  };
  for (const name of signals) process.on(name, onSignal);
  for (const name of failures) process.on(name, onFailure);
  return {
    requested,
    started: () => {
      hasStarted = true;
    },
    dispose: () => {
      for (const name of signals) process.off(name, onSignal);
      for (const name of failures) process.off(name, onFailure);
    },
  };
}
