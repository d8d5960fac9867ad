import type { Saleable } from '../../commerce/index.ts';
import { type JobKind, type JobOf, type JobStep, submitJob } from '../../jobs/index.ts';
import { readFields } from '../../kernel/reading/projection.ts';
import { withLedgerStock } from '../ledger-stock.ts';
import { type FeedContext, productEntry, variationEntry } from './feed-entry.ts';
import {
  FEED_LIFETIME,
  type FeedInput,
  type FeedPlace,
  type FeedResult,
  feedNameOf,
  feedPartOf,
} from './feed-input.ts';
import type { FeedPorts } from './ports.ts';
import { removeFeed } from './remove-feed.ts';

type FeedJob = JobOf<FeedInput, FeedPlace>;

/** Entries per page, read by one query and encoded without a pause: about five milliseconds. */
const ENTRIES = 200;
/** Pages per job step. */
const PAGES = 20;
/** Longest pause after a page, in milliseconds. */
const LONGEST_PAUSE = 100;

/**
 * Writes all published products and variations to a file, page by page in ascending order of id. A run that replaces a
 * lost one continues after the last complete page, in its own copy of the file.
 */
export const writeFeed: JobKind<FeedPorts, FeedInput, FeedPlace> = {
  name: 'catalogue_feed',
  priority: 0,
  attempts: 8,
  backoff: 2,
  atOnce: 2,
  inUnit: false,
  step: (ports) => async (job) => {
    const { files, products } = ports;
    if (job.place === null) {
      const size = await files.write(feedPartOf(job, job.run), 0, '[');
      const place = { run: job.run, isAtVariations: false, afterId: 0, size };
      return { place, done: 0, total: await products.countPublished() };
    }
    // If the file already has its final name, only the end of the job is missing.
    if (await files.look(`${feedNameOf(job)}.json`)) return finish(ports, job, job.place);
    return writePages(ports, job, await ownPart(ports, job, job.place));
  },
  ended:
    ({ files, events, unitOfWork }) =>
    async (job) => {
      const { code = 'job_step_failed' } = job.error ?? {};
      if (job.state === 'failed')
        await unitOfWork.run(async () => events.publish({ type: 'pos_catalog.failed', job: job.id, code }));
      for (let run = 1; run <= job.run; run += 1) await files.remove(feedPartOf(job, run));
    },
};

/** A previous run may still be writing, so each run writes to its own file. */
async function ownPart({ files }: FeedPorts, job: FeedJob, place: FeedPlace): Promise<FeedPlace> {
  if (place.run === job.run) return place;
  await files.copy(feedPartOf(job, place.run), feedPartOf(job, job.run), place.size);
  return { ...place, run: job.run };
}

async function writePages(ports: FeedPorts, job: FeedJob, first: FeedPlace): Promise<JobStep<FeedPlace>> {
  const { clock, files, shopSettings } = ports;
  const context = { baseUrl: job.input.baseUrl, priceDecimals: (await shopSettings.read()).priceDecimals };
  let { done } = job;
  let place = first;
  for (let page = 0; page < PAGES; page += 1) {
    const since = clock.now().getTime();
    const { entries, lastId } = await readPage({ ports, context, input: job.input }, place);
    if (lastId === undefined && place.isAtVariations) return finish(ports, { ...job, done }, place);
    if (lastId === undefined) {
      place = { ...place, isAtVariations: true, afterId: 0 };
      continue;
    }
    const text = encoded(entries, done === 0);
    const size = await files.write(feedPartOf(job, job.run), place.size, text);
    place = { ...place, afterId: lastId, size };
    done += entries.length;
    // The database and the event loop are half of the time for others.
    await clock.wait(Math.min(LONGEST_PAUSE, Math.max(0, clock.now().getTime() - since)));
  }
  return { place, done };
}

interface FeedPage {
  readonly entries: readonly object[];
  /** Undefined if there are no further entries. */
  readonly lastId: number | undefined;
}

interface FeedStep {
  readonly ports: FeedPorts;
  readonly context: FeedContext;
  readonly input: FeedInput;
}

async function readPage(
  { ports, context, input }: FeedStep,
  { isAtVariations, afterId }: FeedPlace,
): Promise<FeedPage> {
  const { products } = ports;
  const page = async <S extends Saleable>(
    found: readonly S[],
    fields: string,
    write: (each: S) => { readonly type: unknown; readonly data: object },
  ): Promise<FeedPage> => {
    const chosen = readFields(fields) ?? ((data: unknown) => data);
    const current = found.length > 0 ? await withLedgerStock(ports, found) : [];
    const entries = current.map(write).map(({ type, data }) => ({ type, data: chosen(data) }));
    return { entries, lastId: found.at(-1)?.id };
  };
  return isAtVariations
    ? page(await products.walkPublishedVariations(afterId, ENTRIES), input.variationFields, (each) => ({
        type: 'variation',
        data: variationEntry(each, context),
      }))
    : page(await products.walkPublished(afterId, ENTRIES), input.productFields, (each) => ({
        type: each.type,
        data: productEntry(each, context),
      }));
}

/** Encodes entries as members of a JSON array. */
function encoded(entries: readonly object[], isFirst: boolean): string {
  const text = entries.map((each) => `,\n${JSON.stringify(each)}`).join('');
  return isFirst ? text.slice(1) : text;
}

/** Closes the array, submits the removal of the file, and renames it to its final name. */
async function finish(ports: FeedPorts, job: FeedJob, place: FeedPlace): Promise<JobStep<FeedPlace>> {
  const { files, clock, events, unitOfWork } = ports;
  const part = feedPartOf(job, place.run);
  const file = `${feedNameOf(job)}.json`;
  const now = clock.now();
  if (!(await files.look(file))) {
    const notBefore = new Date(now.getTime() + FEED_LIFETIME);
    const removal = { kind: removeFeed, input: { file }, key: file, notBefore, userId: null };
    await unitOfWork.run(async () => {
      await submitJob(ports, removal);
      events.publish({ type: 'pos_catalog.completed', job: job.id, file });
    });
    await files.write(part, place.size, '\n]\n');
    await files.rename(part, file);
  }
  const result: FeedResult = { file, completedAt: now.toISOString() };
  return { place, done: job.done, total: job.done, isFinished: true, result };
}
