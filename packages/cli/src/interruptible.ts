import { ExitCode } from './exit-code.ts';
import { CommandFailure } from './failure.ts';
import type { Terminal } from './print.ts';

/**
 * Runs an import that Ctrl-C interrupts: it is rolled back, and the command ends with `outcome`. An import that was committed already
 * ends as usual. A second Ctrl-C ends the process at once.
 * @throws CommandFailure `interrupted`
 */
export async function interruptible<T>(
  { process, stdin, exit }: Terminal,
  outcome: string,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const onInterrupt = () => {
    if (controller.signal.aborted) return exit(ExitCode.interrupted);
    controller.abort();
  };
  process.on('SIGINT', onInterrupt);
  try {
    return await work(controller.signal);
  } catch (error) {
    if (!controller.signal.aborted) throw error;
    // A pending read would keep the process alive.
    stdin.destroy();
    throw new CommandFailure(ExitCode.interrupted, 'interrupted', outcome);
  } finally {
    process.off('SIGINT', onInterrupt);
  }
}
