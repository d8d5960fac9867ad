import { choice, integer, snake, text } from '@backroom/core/interface';
import { cancelJob, hastenJob, isLive, type Job, jobStates, listJobs, retryJob, showJob } from '@backroom/core/jobs';
import { type Command, command } from '../../command.ts';
import { ExitCode } from '../../exit-code.ts';
import { pairs, table } from '../../print.ts';
import { watchJobs } from '../../watch-jobs.ts';

const id = text({ required: true, maxLength: 36, description: 'The id of a job.' });
const which = {
  state: choice(jobStates, { description: 'Only those in this state; failed ones are the dead letters.' }),
  kind: text({ maxLength: 64, description: 'Only those of this kind.' }),
};

const list = command({
  name: 'jobs list',
  group: 'Run the server',
  summary: 'List background jobs, the newest first.',
  examples: ['backroom jobs list', 'backroom jobs list --state failed'],
  flags: {
    ...which,
    limit: integer({ default: 50, minimum: 1, maximum: 500, description: 'Maximum jobs.' }),
    page: integer({ default: 1, minimum: 1, maximum: 1_000_000, description: 'The page of the list.' }),
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
  summary: 'Show all members of one job.',
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
  texts: { readonly summary: string; readonly outcome: string },
) =>
  command({
    name: `jobs ${name}`,
    group: 'Run the server',
    summary: texts.summary,
    examples: [`backroom jobs ${name} 0190b2a4-5c1d-4c3e-9f0a-2f6d1f0c7a55`],
    args: { id },
    async run({ print, run }, given) {
      const job = await run(useCase, given);
      print.result(documentOf(job), [`${texts.outcome}: ${job.kind} ${job.id}.`]);
    },
  });

const watch = command({
  name: 'jobs watch',
  group: 'Run the server',
  summary: 'Watch jobs until none waits or runs, or one job until it ends; ends with 5 when that one failed.',
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

/** A job as JSON, with member names in snake case. */
const documentOf = (job: Job): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(job).map(([name, value]) => [snake(name), value instanceof Date ? value.toISOString() : value]),
  );

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null;

/** Lists, watches and controls background jobs. */
export const jobs: readonly Command[] = [
  list,
  show,
  changing('retry', retryJob, {
    summary: 'Resume a failed or cancelled job from its last step.',
    outcome: 'Resumed',
  }),
  changing('cancel', cancelJob, { summary: 'Cancel a waiting or running job.', outcome: 'Cancelled' }),
  changing('hasten', hastenJob, { summary: 'Start a deferred job now.', outcome: 'Started' }),
  watch,
];
