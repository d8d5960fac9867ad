import type { Application } from './compose.ts';

/** The workers of this process. */
export interface Workers {
  /** Starts no more jobs; running ones complete their step and are released. Idempotent. */
  end(): Promise<void>;
}

/** Heartbeat interval (ms), a third of the lease duration. */
const HEARTBEAT_INTERVAL = 2_000;
/** Time for running steps at shutdown (ms); an unfinished step is repeated by another worker. */
const SHUTDOWN_TIMEOUT = 5_000;

/** Starts workers for up to `count` concurrent jobs. */
export async function startWorkers({ core, actor, queue }: Application, count: number): Promise<Workers> {
  const system = await actor('system');
  let hasEnded = false;
  const keepAlive = (beat: () => Promise<void>) => {
    const timer = setInterval(() => void beat(), HEARTBEAT_INTERVAL);
    return () => clearInterval(timer);
  };
  queue.work(count, (call) => core.jobs.work(system, { ...call, mayGoOn: () => !hasEnded, keepAlive }));
  let ending: Promise<void> | undefined;
  const end = async () => {
    hasEnded = true;
    await queue.close(SHUTDOWN_TIMEOUT);
  };
  return {
    end() {
      ending ??= end();
      return ending;
    },
  };
}
