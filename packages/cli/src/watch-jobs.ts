import { isLive, type Job } from '@backroom/core/jobs';
import type { Context } from './context.ts';

/** Poll interval (ms). */
const PAUSE = 500;
/** Characters of the progress bar. */
const WIDTH = 24;

/**
 * Reports progress until all jobs have ended: on a terminal as a progress bar, else as one line per change. Returns the
 * final jobs.
 */
export async function watchJobs(
  { print, terminal }: Pick<Context, 'print' | 'terminal'>,
  look: () => Promise<readonly Job[]>,
): Promise<readonly Job[]> {
  const { SystemClock } = await import('@backroom/composition');
  const clock = new SystemClock();
  const isTerminal = terminal.stderr.isTTY === true;
  const printed = new Map<string, string>();
  for (let isFirst = true; ; isFirst = false) {
    const jobs = await look();
    const live = jobs.filter(({ state }) => isLive(state));
    for (const job of jobs) {
      const line = lineOf(job);
      const hasChanged = printed.get(job.id) !== line && !(isFirst && !isLive(job.state) && live.length > 0);
      printed.set(job.id, line);
      // On a terminal live jobs are shown by the progress bar, and only final states by lines.
      if (!hasChanged || (isTerminal && isLive(job.state))) continue;
      print.progress('');
      print.say(line);
    }
    if (live.length === 0) return jobs;
    const running = live.filter(({ state }) => state === 'running');
    print.progress([...running, ...live].slice(0, 1).map(lineOf).join('') + moreOf(live));
    await clock.wait(PAUSE);
  }
}

const moreOf = ({ length }: readonly Job[]): string => (length > 1 ? `  and ${length - 1} more` : '');

/** For example `export.orders 0190b2a4 running [######------------------] 25 % 300/1200`. */
export function lineOf({ kind, id, state, done, total, error, failures }: Job): string {
  const head = `${kind} ${id.slice(0, 8)} ${state}`;
  const why = error && (failures > 0 || state === 'failed') ? ` (${error.code})` : '';
  if (total === null || total === 0) return `${head}${done > 0 ? ` ${done}` : ''}${why}`;
  const share = Math.min(done / total, 1);
  const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '-');
  // A job has ended when its state says so.
  const percent = Math.min(Math.floor(share * 100), state === 'done' ? 100 : 99);
  return `${head} [${bar}] ${percent} % ${done}/${total}${why}`;
}
