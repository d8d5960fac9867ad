import { exportRecords } from '@backroom/core/interchange';
import { text } from '@backroom/core/interface';
import { command } from '../../command.ts';
import { writeRecords } from '../../records/write-records.ts';

/** Exports all records of the shop. */
export const recordsExport = command({
  name: 'export',
  group: 'Shop',
  summary: 'Export all records of the shop, one JSON object per line, in the format of import.',
  examples: ['backroom export shop.ndjson.gz', 'backroom export - | wc -l'],
  args: {
    file: text({
      required: true,
      description: 'A file, compressed where its name ends with .gz; - for the standard output.',
    }),
  },
  run: async (context, { file }) => writeRecords(context, await context.run(exportRecords, {}), file),
});
