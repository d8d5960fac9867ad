import { isLive, type Job } from '@backroom/core';
import type { Context } from './context.ts';

/** So often it is looked how far they are, in milliseconds. */
const PAUSE = 500;
const WIDTH = 24;

/**
 * Tells of jobs until none of them waits or runs: the bar of the one that runs on a terminal, else a line for each change. Gives
 * them as they are then.
 */
export async function watchJobs(
  { print, terminal }: Pick<Context, 'print' | 'terminal'>,
  look: () => Promise<readonly Job[]>,
): Promise<readonly Job[]> {
  const { SystemClock } = await import('@backroom/composition');
  const clock = new SystemClock();
  const isWatched = terminal.stderr.isTTY === true;
  const told = new Map<string, string>();
  for (let isFirst = true; ; isFirst = false) {
    const jobs = await look();
    const live = jobs.filter(({ state }) => isLive(state));
    for (const job of jobs) {
      const line = lineOf(job);
      const isNews = told.get(job.id) !== line && !(isFirst && !isLive(job.state) && live.length > 0);
      told.set(job.id, line);
      // On a terminal the bars tell how far the work is, and lines how it ended.
      if (!isNews || (isWatched && isLive(job.state))) continue;
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

/** As `export.orders 0190b2a4 running [######------------------] 25 % 300/1200`. */
export function lineOf({ kind, id, state, done, total, error, failures }: Job): string {
  const head = `${kind} ${id.slice(0, 8)} ${state}`;
  const why = error && (failures > 0 || state === 'failed') ? ` (${error.code})` : '';
  if (total === null || total === 0) return `${head}${done > 0 ? ` ${done}` : ''}${why}`;
  const share = Math.min(done / total, 1);
  const bar = '#'.repeat(Math.round(share * WIDTH)).padEnd(WIDTH, '-');
  return `${head} [${bar}] ${Math.floor(share * 100)} % ${done}/${total}${why}`;
}
