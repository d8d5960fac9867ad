import type { Application } from './compose.ts';
import { repeat, tellingOnce } from './schedules/schedule.ts';

/** Workers of this process, until they are ended. */
export interface Workers {
  /** Takes nothing up any more; what is under way ends its step and is given back. Harmless when done already. */
  end(): Promise<void>;
}

/** So often it is looked for what a crash left behind, in milliseconds. */
const SWEEP = 2_000;
/** So often a worker tells that it is alive; a job is held for three times as long. */
const BEAT = 2_000;
/** So long a step that is under way is waited for at the end; what takes longer is done again by somebody else. */
const PATIENCE = 5_000;

/** Begins to do long work, so many jobs at a time. */
export async function startWorkers({ core, actor, log, queue }: Application, count: number): Promise<Workers> {
  const system = await actor('system');
  let hasEnded = false;
  const alongside = (beat: () => Promise<void>) => {
    const timer = setInterval(() => void beat(), BEAT);
    return () => clearInterval(timer);
  };
  await queue.work(count, (id) => core.jobs.work(system, { id, mayGoOn: () => !hasEnded, alongside }));
  const sweep = tellingOnce(log, 'jobs not swept', async () => void (await core.jobs.sweepJobs(system, {})));
  const sweeping = repeat(sweep, { period: SWEEP });
  let ending: Promise<void> | undefined;
  const end = async () => {
    hasEnded = true;
    await sweeping.end();
    await queue.close(PATIENCE);
  };
  return {
    end() {
      ending ??= end();
      return ending;
    },
  };
}
