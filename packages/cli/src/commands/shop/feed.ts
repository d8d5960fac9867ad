import { type CreateFeedInput, createFeed, type FeedStatus } from '@backroom/core/catalog';
import { flag, text } from '@backroom/core/interface';
import { type Command, command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { ExitCode } from '../../exit-code.ts';
import { pairs } from '../../print.ts';

/** Pause (ms) between two looks at a feed. */
const PAUSE = 500;
const fields = (what: string) =>
  text({ maxLength: 1_000, description: `Members of ${what}, separated by commas; all unless given.` });

const create = command({
  name: 'feed create',
  group: 'Shop',
  summary: 'Start the catalogue feed for points of sale, or show its state; a running server writes it.',
  examples: ['backroom feed create', 'backroom feed create --fields id,name,price --variation-fields id,price --wait'],
  flags: {
    fields: fields('products'),
    variation_fields: fields('variations'),
    force: flag({ description: 'Write a completed feed again.' }),
    wait: flag({ description: 'Wait until it is written or has failed.' }),
  },
  async run(context, { fields: productFields, variationFields, force = false, wait = false }) {
    const { url: baseUrl } = await context.backend();
    const { SystemClock } = await import('@backroom/composition');
    const clock = new SystemClock();
    const input = { productFields, variationFields, baseUrl };
    let status = await stateOf(context, { ...input, force });
    while (wait && ['scheduled', 'in_progress'].includes(status.state)) {
      await clock.wait(PAUSE);
      status = await stateOf(context, { ...input, force: false });
    }
    const document = documentOf(status);
    context.print.result(document, pairs(document));
    return status.state === 'failed' ? ExitCode.unavailable : ExitCode.ok;
  },
});

const stateOf = ({ run }: Context, input: CreateFeedInput): Promise<FeedStatus> => run(createFeed, input);

const documentOf = ({ state, scheduledAt, completedAt, processed, total, file, fault }: FeedStatus) => ({
  state,
  scheduled_at: new Date(scheduledAt).toISOString(),
  completed_at: completedAt === null ? null : new Date(completedAt).toISOString(),
  processed,
  total,
  file: file?.name ?? null,
  error: fault?.error.message ?? null,
});

/** Catalogue feeds of points of sale. */
export const feed: readonly Command[] = [create];
