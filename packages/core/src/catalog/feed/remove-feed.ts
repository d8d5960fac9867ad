import type { FilePorts } from '../../files/index.ts';
import type { JobKind } from '../../jobs/index.ts';

/** Deletes the file of a catalogue feed at the end of its lifetime. */
export const removeFeed: JobKind<FilePorts, { readonly file: string }, null> = {
  name: 'catalogue_feed_removal',
  priority: -10,
  attempts: 8,
  backoff: 60,
  inUnit: false,
  step:
    ({ files }) =>
    async ({ input }) => {
      await files.remove(input.file);
      return { place: null, done: 1, total: 1, isFinished: true };
    },
};
