import { busy } from '@backroom/core';
import type { SourceLine } from '@backroom/core/interchange';
import { choice, flag, integer, listOf, text } from '@backroom/core/interface';
import { command } from '../../command.ts';
import type { Context } from '../../context.ts';
import { fileLines } from '../../records/file-lines.ts';
import { importSources, type RecordSource } from '../../records/import-sources.ts';
import { openRecordFile, type RecordFile } from '../../records/record-file.ts';

/** Flags shared by `import` and `sample`. */
export const importFlags = {
  chunk: integer({
    minimum: 1,
    maximum: 1_000_000,
    description:
      'Commit this many records at a time, which an abort keeps; by default all or nothing. With the embedded database a server answers requests only between two commits: set it, or use PostgreSQL, for more than some ten thousand records.',
  }),
  no_facts: flag({ description: 'Store records only; "analytics rebuild" computes the facts.' }),
};

/** Imports records of the shop. */
export const recordsImport = command({
  name: 'import',
  group: 'Shop',
  summary: 'Import products, customers, orders and refunds from files of records, one JSON object per line.',
  examples: [
    'backroom import shop.ndjson.gz',
    'backroom import shop.ndjson --on-error skip --chunk 5000',
    'backroom export - | backroom import - --database-url postgres://…',
  ],
  args: {
    file: listOf(text(), {
      required: true,
      description: 'Files, compressed with gzip or not; - for the standard input.',
    }),
  },
  flags: {
    on_error: choice(['stop', 'skip'], {
      description: 'On an invalid line: stop, or skip and report it. By default stop.',
    }),
    dry_run: flag({ description: 'Validate everything and store nothing.' }),
    ...importFlags,
    move_stock: flag({
      description: 'Let orders move stock; by default they do not, because past orders have moved it already.',
    }),
  },
  async run(context, { file: names, ...flags }) {
    const sources: RecordSource[] = [];
    for (const name of names) sources.push(await sourceOf(context, name));
    return importSources(context, sources, flags);
  },
});

/** A file as a source; it can be reopened, unless it is the standard input. */
async function sourceOf(context: Context, name: string): Promise<RecordSource> {
  // Opened now, so that an unreadable file is reported before the import starts.
  let file: RecordFile = await openRecordFile(context, name);
  let isFresh = true;
  const open = async function* (): AsyncGenerator<SourceLine, void, undefined> {
    if (!isFresh && name === '-') throw busy();
    if (!isFresh) file = await openRecordFile(context, name);
    isFresh = false;
    yield* fileLines(file.chunks);
  };
  return { name, open, share: () => (file.size ? file.bytesRead() / file.size : undefined) };
}
