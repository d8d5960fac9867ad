import { ExitCode } from './exit-code.ts';
import type { Terminal } from './print.ts';

/** What waits for a server to be told to stop. */
export interface Ending {
  /** Settles at the first signal, or with the first error that nobody caught. */
  readonly asked: Promise<{ readonly cause: unknown } | undefined>;
  /** From now on an error that nobody caught stops the server in good order instead of at once. */
  started(): void;
  /** Hears no more. */
  forget(): void;
}

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const failures = ['uncaughtException', 'unhandledRejection'];

/**
 * Listens for the end: the first signal asks for it, a second one has it at once. Only SIGTERM may come twice, because
 * service managers send it to all processes of a group, and the script that started us hands on its own.
 */
export function awaitEnd({ process, exit }: Terminal, tell: (error: unknown) => void): Ending {
  const { promise: asked, resolve } = Promise.withResolvers<{ readonly cause: unknown } | undefined>();
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
      tell(cause);
      return exit(ExitCode.unexpected);
    }
    isEnding = true;
    resolve({ cause });
  };
  for (const name of signals) process.on(name, onSignal);
  for (const name of failures) process.on(name, onFailure);
  return {
    asked,
    started: () => {
      hasStarted = true;
    },
    forget: () => {
      for (const name of signals) process.off(name, onSignal);
      for (const name of failures) process.off(name, onFailure);
    },
  };
}
