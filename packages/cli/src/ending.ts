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

/** Listens for the end: the first call asks for it, a second one has it at once. */
export function awaitEnd({ process, exit }: Terminal, tell: (error: unknown) => void): Ending {
  const { promise: asked, resolve } = Promise.withResolvers<{ readonly cause: unknown } | undefined>();
  let hasStarted = false;
  let isEnding = false;
  const onSignal = () => {
    if (isEnding) return exit(ExitCode.unexpected);
    isEnding = true;
    resolve(undefined);
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
