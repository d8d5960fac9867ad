import type { Progress } from '@backroom/core';
import type { Context } from '../context.ts';

/** Where nobody looks at a terminal, so often is told how far the work is. */
const PAUSE_MILLIS = 5_000;
const WIDTH = 24;

/** What is known of the way that lies ahead. */
export interface Ahead {
  /** How much of all the work has been done, from 0 to 1; undefined where nobody knows. */
  share(): number | undefined;
}

/** Tells how far the work on records is: a bar on a terminal, else a line every few seconds. */
export async function createTeller(
  { print, terminal }: Context,
  ahead: Ahead,
): Promise<{ tell(progress: Pick<Progress, 'rows'>): void; clear(): void }> {
  const { SystemClock } = await import('@backroom/composition');
  const clock = new SystemClock();
  const since = clock.now().getTime();
  const isWatched = terminal.stderr.isTTY === true;
  let told = since;
  return {
    tell({ rows }) {
      const now = clock.now().getTime();
      const line = lineOf(rows, (now - since) / 1_000, ahead.share());
      if (isWatched) return print.progress(line);
      if (now - told < PAUSE_MILLIS) return;
      told = now;
      print.say(line);
    },
    clear: () => print.progress(''),
  };
}

/** As `[######------------------] 25 %  12000 records  3000/s  0:12 left`. */
export function lineOf(records: number, seconds: number, share: number | undefined): string {
  const rate = seconds > 0 ? Math.round(records / seconds) : 0;
  const told = `${records} records  ${rate}/s`;
  if (share === undefined || share <= 0) return told;
  const done = Math.min(share, 1);
  const bar = '#'.repeat(Math.round(done * WIDTH)).padEnd(WIDTH, '-');
  const left = Math.round((seconds * (1 - done)) / done);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return `[${bar}] ${String(Math.floor(done * 100)).padStart(3)} %  ${told}  ${time} left`;
}
