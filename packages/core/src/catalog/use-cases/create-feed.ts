import { type SignedAddress, signAddress } from '../../files/index.ts';
import { type Job, type JobFault, submitJob } from '../../jobs/index.ts';
import { invalidField } from '../../kernel/errors.ts';
import { wordsIn } from '../../kernel/reading/projection.ts';
import { useCase } from '../../kernel/use-case.ts';
import { FEED_LIFETIME, type FeedResult, feedNameOf } from '../feed/feed-input.ts';
import type { FeedPorts } from '../feed/ports.ts';
import { writeFeed } from '../feed/write-feed.ts';

/** Requested members of a catalogue feed. */
export interface CreateFeedInput {
  /** Whether a completed feed is regenerated. */
  readonly force: boolean;
  /** Members of entries that are no variations; all if there are none. */
  readonly productFields: string | undefined;
  /** Members of variations; all if there are none. */
  readonly variationFields: string | undefined;
  /** Public base address of the site. */
  readonly baseUrl: string;
}

/** State of a catalogue feed. */
export interface FeedStatus {
  readonly state: 'scheduled' | 'in_progress' | 'completed' | 'failed';
  readonly scheduledAt: Date;
  readonly completedAt: Date | null;
  /** Entries written. */
  readonly processed: number;
  /** -1 while unknown. */
  readonly total: number;
  /** The file of a completed feed; its address is signed unless there is no signing key. */
  readonly file: { readonly name: string; readonly signed: SignedAddress | undefined } | undefined;
  readonly fault: { readonly error: JobFault; readonly failedAt: Date } | undefined;
}

/** Maximum length of a list of fields, in characters. */
const LONGEST = 1_000;

/**
 * Starts the catalogue feed of a set of fields, or returns the state of the current one. A completed feed is regenerated
 * with `force`, after 20 hours, or if its file is missing; a failure is returned once.
 * @throws DomainError `validation_failed`
 */
export const createFeed = useCase(
  { access: 'manage_store', effect: 'write', audit: 'catalogue_feed.start' },
  (ports: FeedPorts) =>
    async ({ userId }, { force, baseUrl, ...wanted }: CreateFeedInput, { note }): Promise<FeedStatus> => {
      const { jobs, files } = ports;
      const productFields = fieldsOf('ProductFields', wanted.productFields);
      const variationFields = fieldsOf('VariationFields', wanted.variationFields);
      const key = `${productFields};${variationFields}`;
      const last = await jobs.latest(writeFeed.name, key);
      const status = last && (await statusOf(ports, last));
      if (last && status && !(force && status.state === 'completed')) {
        note({ isIdle: true });
        if (status.state === 'failed')
          await jobs.change({ id: last.id, states: ['failed'] }, { result: { isReported: true } });
        return status;
      }
      if (last && status) await files.remove(`${feedNameOf(last)}.json`);
      const input = { productFields, variationFields, baseUrl };
      const { job, isNew } = await submitJob(ports, { kind: writeFeed, input, key, userId: userId ?? null });
      if (isNew) ports.events.publish({ type: 'pos_catalog.scheduled', job: job.id });
      note(isNew ? { target: { type: 'job', id: job.id } } : { isIdle: true });
      return { ...progressOf(job), state: 'scheduled' };
    },
);

/** Normalises a list of fields: sorted, each once. */
function fieldsOf(member: string, fields = ''): string {
  if (fields.length > LONGEST || !/^[\w\s.,-]*$/.test(fields))
    throw invalidField(
      member,
      'validation_failed',
      `At most ${LONGEST} characters: names of fields, separated by commas.`,
    );
  return [...new Set(wordsIn(fields))].sort().join(',');
}

const progressOf = ({ createdAt, done, total }: Job) => ({
  scheduledAt: createdAt,
  completedAt: null,
  processed: done,
  total: total ?? -1,
  file: undefined,
  fault: undefined,
});

/** State of a job; undefined if its file is gone, its failure was returned, or it was cancelled. */
async function statusOf({ files, signatures, clock }: FeedPorts, job: Job): Promise<FeedStatus | undefined> {
  const progress = progressOf(job);
  if (job.state === 'running' || (job.state === 'waiting' && job.place !== null))
    return { ...progress, state: 'in_progress' };
  if (job.state === 'waiting') return { ...progress, state: 'scheduled' };
  if (job.state === 'failed') {
    if (job.result?.isReported === true) return undefined;
    const error = job.error ?? { code: 'job_step_failed', message: 'The feed has failed.' };
    return { ...progress, state: 'failed', fault: { error, failedAt: job.endedAt ?? job.createdAt } };
  }
  if (job.state !== 'done') return undefined;
  const completedAt = new Date((job.result as FeedResult).completedAt);
  const until = new Date(completedAt.getTime() + FEED_LIFETIME);
  const name = feedNameOf(job);
  if (until <= clock.now() || !(await files.look(`${name}.json`))) return undefined;
  return { ...progress, state: 'completed', completedAt, file: { name, signed: signAddress(signatures, name, until) } };
}
