import { exportRecords } from '@backroom/core';
import { text } from '@backroom/core/interface';
import { command } from '../command.ts';
import { giveOut } from '../records/give-out.ts';

/** The command that writes all records to a file. */
export const recordsExport = command({
  name: 'export',
  group: 'Shop',
  summary: 'Write everything the shop knows as records, one JSON object per line, as import takes them.',
  examples: ['backroom export shop.ndjson.gz', 'backroom export - | wc -l'],
  args: {
    file: text({
      required: true,
      description: 'A file, packed where its name ends with .gz; - for the standard output.',
    }),
  },
  run: async (context, { file }) => giveOut(context, await context.run(exportRecords, {}), file),
});
