import { Refused } from './refusal.ts';
import { sendJson } from './send.ts';

/** A question to a report: its path, and the parameters that its GET has. */
export interface Question {
  readonly report: string;
  readonly [parameter: string]: unknown;
}

/** Totals of a report; segments have the same members. */
export type Totals = Readonly<Record<string, number>>;

/** A segment with its totals. */
export interface SegmentTotals {
  readonly segment_id: number;
  readonly segment_label: string;
  readonly subtotals: Totals;
}

/** One bucket of a report, as the server cut it. */
export interface AnsweredInterval {
  readonly interval: string;
  readonly date_start: string;
  readonly date_end: string;
  readonly subtotals: Totals & { readonly segments?: readonly SegmentTotals[] };
}

export interface StatsAnswer {
  readonly totals: Totals & { readonly segments?: readonly SegmentTotals[] };
  readonly intervals: readonly AnsweredInterval[];
  readonly total: number;
}

/** A row of a list report. */
export type ReportRow = Readonly<Record<string, unknown>>;

export interface ListAnswer {
  readonly rows: readonly ReportRow[];
  readonly total: number;
}

interface PendingQuestion {
  readonly question: Question;
  readonly signal: AbortSignal | undefined;
  readonly resolve: (answer: unknown) => void;
  readonly reject: (error: unknown) => void;
}

type AnswerEntry = { readonly answer: unknown } | { readonly problem: { readonly status: number } };

const MOST = 20;
let waiting: PendingQuestion[] = [];

/**
 * Asks a report. Questions of one microtask go together, so that all of a screen is read in one snapshot of the database.
 * @throws Refused where this question is refused
 */
export function ask<T extends StatsAnswer | ListAnswer>(question: Question, signal?: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    if (waiting.length === 0) queueMicrotask(sendAll);
    waiting.push({ question, signal, resolve: (answer) => resolve(answer as T), reject });
  });
}

function sendAll(): void {
  const all = waiting.filter(({ signal }) => signal?.aborted !== true);
  waiting = [];
  for (let at = 0; at < all.length; at += MOST) void sendSome(all.slice(at, at + MOST));
}

async function sendSome(asked: readonly PendingQuestion[]): Promise<void> {
  const signal = commonSignalOf(asked.map((each) => each.signal));
  const questions = Object.fromEntries(asked.map(({ question }, index) => [`q${index}`, question]));
  try {
    const { answers } = await sendJson<{ readonly answers: Readonly<Record<string, AnswerEntry>> }>(
      '/reports/answers',
      {
        method: 'POST',
        body: { questions },
        ...(signal && { signal }),
      },
    );
    for (const [index, { resolve, reject }] of asked.entries()) {
      const entry = answers[`q${index}`];
      if (entry && 'answer' in entry) resolve(entry.answer);
      else reject(refusalOf(entry?.problem));
    }
  } catch (error) {
    for (const { reject } of asked) reject(error);
  }
}

const refusalOf = (problem: { readonly status: number } | undefined): Refused =>
  new Refused(new Response(null, { status: problem?.status ?? 500 }), problem);

/** Aborts when every one of the questions is given up. */
function commonSignalOf(signals: readonly (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter((each) => each !== undefined);
  if (given.length < signals.length) return undefined;
  const ending = new AbortController();
  const look = () => given.every(({ aborted }) => aborted) && ending.abort();
  for (const each of given) each.addEventListener('abort', look, { once: true });
  return ending.signal;
}
