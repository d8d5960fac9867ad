import type { Progress } from '@backroom/core';
import type { Context } from '../context.ts';

/** Interval of progress lines without a terminal (ms). */
const PAUSE_MILLIS = 5_000;
/** Characters of the progress bar. */
const WIDTH = 24;
/** Seconds of a phase before its rate is known well enough to be shown. */
const SETTLED = 1;

/** A phase of a task, as people read it. */
export type Phase = Progress['stage'] | 'exporting';

const labels: Readonly<Record<Phase, string>> = {
  reading: 'Reading',
  writing: 'Importing',
  committing: 'Committing',
  recomputing: 'Computing facts',
  comparing: 'Comparing facts',
  exporting: 'Exporting',
};

/** A task of known or unknown size. */
export interface MeasuredTask {
  /** The estimated number of rows of an import, which has no total of its own; undefined when unknown. */
  total?(): number | undefined;
  /** What is counted: `records` by default. */
  readonly unit?: string;
}

/** Like `Progress`, of an export too. */
export interface PhaseProgress extends Pick<Progress, 'rows' | 'total'> {
  readonly stage: Phase;
}

/** Reports progress: as a bar on a terminal, else as a line every five seconds. */
export async function createProgressReport(
  { print, terminal }: Pick<Context, 'print' | 'terminal'>,
  task: MeasuredTask = {},
): Promise<{ report(progress: PhaseProgress): void; clear(): void }> {
  const { SystemClock } = await import('@backroom/composition');
  const clock = new SystemClock();
  const isTerminal = terminal.stderr.isTTY === true;
  let reported = clock.now().getTime();
  let phase = { stage: undefined as Phase | undefined, since: 0, rows: 0 };
  return {
    report(progress) {
      const { stage, rows, total } = progress;
      const now = clock.now().getTime();
      if (phase.stage !== stage) phase = { stage, since: now, rows };
      const all = total ?? (stage === 'writing' ? task.total?.() : undefined);
      const share = all ? rows / all : undefined;
      const pace = { rows: rows - phase.rows, seconds: (now - phase.since) / 1_000 };
      const line = lineOf(progress, { share, pace, unit: task.unit ?? 'records' });
      if (isTerminal) return print.progress(line);
      if (now - reported < PAUSE_MILLIS) return;
      reported = now;
      print.say(line);
    },
    clear: () => print.progress(''),
  };
}

interface Measured {
  readonly share: number | undefined;
  /** Rows since the first report of the phase, and the seconds that they took. */
  readonly pace: { readonly rows: number; readonly seconds: number };
  readonly unit: string;
}

/**
 * For example `Importing  [######------------------]  25 %  12000 records  3000/s  0:12 left`. The rate and the rest are left out
 * in the first second; 100 % is never shown, because the result marks the end.
 */
export function lineOf(
  { stage, rows }: Pick<PhaseProgress, 'stage' | 'rows'>,
  { share, pace, unit }: Measured,
): string {
  const isSettled = pace.seconds >= SETTLED && pace.rows > 0;
  const rate = pace.rows / pace.seconds;
  const parts = [labels[stage], ...bar(share), `${rows} ${unit}`];
  if (isSettled) parts.push(`${Math.round(rate)}/s`);
  if (isSettled && share !== undefined && share > 0) parts.push(`${clockOf((rows / share - rows) / rate)} left`);
  return parts.join('  ');
}

function bar(share: number | undefined): readonly string[] {
  if (share === undefined || share <= 0) return [];
  const done = Math.min(share, 0.99);
  return [
    `[${'#'.repeat(Math.floor(done * WIDTH)).padEnd(WIDTH, '-')}] ${String(Math.floor(done * 100)).padStart(3)} %`,
  ];
}

function clockOf(seconds: number): string {
  const left = Math.max(0, Math.round(seconds));
  return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, '0')}`;
}
