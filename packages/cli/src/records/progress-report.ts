import type { Progress } from '@backroom/core';
import type { Context } from '../context.ts';

/** Interval of progress lines without a terminal (ms). */
const PAUSE_MILLIS = 5_000;
/** Characters of the progress bar. */
const WIDTH = 24;

/** A task of known or unknown size. */
export interface MeasuredTask {
  /** The completed share, from 0 to 1; undefined when unknown. */
  share(): number | undefined;
}

/** Reports progress: as a bar on a terminal, else as a line every five seconds. */
export async function createProgressReport(
  { print, terminal }: Context,
  task: MeasuredTask,
): Promise<{ report(progress: Pick<Progress, 'rows'>): void; clear(): void }> {
  const { SystemClock } = await import('@backroom/composition');
  const clock = new SystemClock();
  const since = clock.now().getTime();
  const isTerminal = terminal.stderr.isTTY === true;
  let reported = since;
  return {
    report({ rows }) {
      const now = clock.now().getTime();
      const line = lineOf(rows, (now - since) / 1_000, task.share());
      if (isTerminal) return print.progress(line);
      if (now - reported < PAUSE_MILLIS) return;
      reported = now;
      print.say(line);
    },
    clear: () => print.progress(''),
  };
}

/** For example `[######------------------] 25 %  12000 records  3000/s  0:12 left`. */
export function lineOf(records: number, seconds: number, share: number | undefined): string {
  const rate = seconds > 0 ? Math.round(records / seconds) : 0;
  const speed = `${records} records  ${rate}/s`;
  if (share === undefined || share <= 0) return speed;
  const done = Math.min(share, 1);
  const bar = '#'.repeat(Math.round(done * WIDTH)).padEnd(WIDTH, '-');
  const left = Math.round((seconds * (1 - done)) / done);
  const time = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
  return `[${bar}] ${String(Math.floor(done * 100)).padStart(3)} %  ${speed}  ${time} left`;
}
