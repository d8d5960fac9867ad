import { cancelJob, hastenJob, isLive, type Job, jobStates, listJobs, retryJob, showJob } from '@backroom/core';
import { choice, integer, snake, text } from '@backroom/core/interface';
import { type Command, command } from '../command.ts';
import { ExitCode } from '../exit-code.ts';
import { pairs, table } from '../print.ts';
import { watchJobs } from '../watch-jobs.ts';

const id = text({ required: true, maxLength: 36, description: 'The id of a job.' });
const which = {
  state: choice(jobStates, { description: 'Only those in this state; failed ones are the dead letters.' }),
  kind: text({ maxLength: 64, description: 'Only those of this kind.' }),
};

const list = command({
  name: 'jobs list',
  group: 'Run the server',
  summary: 'Show long work, the newest first: what waits, what runs, how the rest ended.',
  examples: ['backroom jobs list', 'backroom jobs list --state failed'],
  flags: {
    ...which,
    limit: integer({ default: 50, minimum: 1, maximum: 500, description: 'Most jobs to show.' }),
    page: integer({ default: 1, minimum: 1, maximum: 1_000_000, description: 'Which part of the list.' }),
  },
  async run({ print, run }, { limit, page, ...filter }) {
    const { entries, total } = await run(listJobs, { ...filter, page, perPage: limit });
    print.result(entries.map(documentOf), table(headings, entries.map(rowOf)));
    if (total > entries.length) print.say(`${entries.length} of ${total} jobs; --page and --limit show others.`);
  },
});

const show = command({
  name: 'jobs show',
  group: 'Run the server',
  summary: 'Show one job with all that is known of it.',
  examples: ['backroom jobs show 0190b2a4-5c1d-4c3e-9f0a-2f6d1f0c7a55'],
  args: { id },
  async run({ print, run }, given) {
    const job = documentOf(await run(showJob, given));
    print.result(job, pairs(mapped(job, (value) => (isPlain(value) ? value : JSON.stringify(value)))));
  },
});

const changing = (
  name: 'retry' | 'cancel' | 'hasten',
  useCase: typeof retryJob,
  words: { readonly summary: string; readonly said: string },
) =>
  command({
    name: `jobs ${name}`,
    group: 'Run the server',
    summary: words.summary,
    examples: [`backroom jobs ${name} 0190b2a4-5c1d-4c3e-9f0a-2f6d1f0c7a55`],
    args: { id },
    async run({ print, run }, given) {
      const job = await run(useCase, given);
      print.result(documentOf(job), [`${words.said}: ${job.kind} ${job.id}.`]);
    },
  });

const watch = command({
  name: 'jobs watch',
  group: 'Run the server',
  summary: 'Watch jobs until none waits or runs, or one job until it is over; ends with 5 when that one failed.',
  examples: ['backroom jobs watch', 'backroom jobs watch --id 0190b2a4-5c1d-4c3e-9f0a-2f6d1f0c7a55'],
  flags: { ...which, id: text({ maxLength: 36, description: 'Only this one.' }) },
  async run(context, { id: one, ...filter }) {
    const page = { page: 1, perPage: 50 };
    const look = async (): Promise<readonly Job[]> =>
      one === undefined
        ? (await context.run(listJobs, { ...filter, ...page })).entries
        : [await context.run(showJob, { id: one })];
    const last = await watchJobs(context, look);
    context.print.result(last.map(documentOf), []);
    const hasFailed = one !== undefined && last.some(({ state }) => !isLive(state) && state !== 'done');
    return hasFailed ? ExitCode.invalid : ExitCode.ok;
  },
});

const headings = ['id', 'kind', 'state', 'done', 'failures', 'created', 'ended', 'error'];

const rowOf = (job: Job) => [
  job.id,
  job.kind,
  job.state,
  job.total === null ? job.done : `${job.done}/${job.total}`,
  job.failures,
  job.createdAt.toISOString(),
  job.endedAt?.toISOString(),
  job.error?.code,
];

const mapped = (members: object, change: (value: unknown) => unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(members).map(([name, value]) => [name, change(value)]));

/** A job under names in snake case. */
const documentOf = (job: Job): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(job).map(([name, value]) => [snake(name), value instanceof Date ? value.toISOString() : value]),
  );

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** What shows long work and brings it back. */
export const jobs: readonly Command[] = [
  list,
  show,
  changing('retry', retryJob, {
    summary: 'Let a job that has failed or was cancelled go on where it was.',
    said: 'Goes on',
  }),
  changing('cancel', cancelJob, { summary: 'End a job that waits or runs.', said: 'Cancelled' }),
  changing('hasten', hastenJob, { summary: 'Let a job that waits for its time begin at once.', said: 'Begins' }),
  watch,
];
