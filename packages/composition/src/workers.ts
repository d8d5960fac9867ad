import type { Application } from './compose.ts';
import { loggingFirstFailure, repeat } from './schedules/schedule.ts';

/** The workers of this process. */
export interface Workers {
  /** Starts no more jobs; running ones complete their step and are released. Idempotent. */
  end(): Promise<void>;
}

/** Interval (ms) of the sweep for jobs with an expired lease or a lost delivery. */
const SWEEP_INTERVAL = 2_000;
/** Heartbeat interval (ms), a third of the lease duration. */
const HEARTBEAT_INTERVAL = 2_000;
/** Time for running steps at shutdown (ms); an unfinished step is repeated by another worker. */
const SHUTDOWN_TIMEOUT = 5_000;

/** Starts workers for up to `count` concurrent jobs, and the sweep. */
export async function startWorkers({ core, actor, log, queue }: Application, count: number): Promise<Workers> {
  const system = await actor('system');
  let hasEnded = false;
  const keepAlive = (beat: () => Promise<void>) => {
    const timer = setInterval(() => void beat(), HEARTBEAT_INTERVAL);
    return () => clearInterval(timer);
  };
  await queue.work(count, (id) => core.jobs.work(system, { id, mayGoOn: () => !hasEnded, keepAlive }));
  const sweep = loggingFirstFailure(log, 'jobs not swept', async () => void (await core.jobs.sweepJobs(system, {})));
  const sweeping = repeat(sweep, { period: SWEEP_INTERVAL });
  let ending: Promise<void> | undefined;
  const end = async () => {
    hasEnded = true;
    await sweeping.end();
    await queue.close(SHUTDOWN_TIMEOUT);
  };
  return {
    end() {
      ending ??= end();
      return ending;
    },
  };
}
