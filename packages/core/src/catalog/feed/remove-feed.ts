import type { JobKind } from '../../jobs/index.ts';
import type { FeedPorts } from './ports.ts';

/** Deletes the file of a catalogue feed at the end of its lifetime. */
export const removeFeed: JobKind<FeedPorts, { readonly file: string }, null> = {
  name: 'catalogue_feed_removal',
  priority: -10,
  attempts: 8,
  backoff: 60,
  inUnit: false,
  step:
    ({ files, events, unitOfWork }) =>
    async ({ input: { file } }) => {
      const isThere = (await files.look(file)) !== undefined;
      await files.remove(file);
      if (isThere) await unitOfWork.run(async () => events.publish({ type: 'pos_catalog.expired', file }));
      return { place: null, done: 1, total: 1, isFinished: true };
    },
};
