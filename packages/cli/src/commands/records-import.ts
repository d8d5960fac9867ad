import { busy, type SourceLine } from '@backroom/core';
import { choice, flag, integer, listOf, text } from '@backroom/core/interface';
import { command } from '../command.ts';
import type { Context } from '../context.ts';
import { linesOf } from '../records/lines-of.ts';
import { openRecordFile, type RecordFile } from '../records/record-file.ts';
import { type Source, takeIn } from '../records/take-in.ts';

/** The flags that say how records are taken in. */
export const importFlags = {
  chunk: integer({
    minimum: 1,
    maximum: 1_000_000,
    description: 'Keep so many records at a time, so that what was done stays when it breaks off; else all or nothing.',
  }),
  no_facts: flag({ description: 'Store records only; "analytics rebuild" makes the facts.' }),
};

/** The command that takes in files of records. */
export const recordsImport = command({
  name: 'import',
  group: 'Shop',
  summary: 'Take in products, customers, orders and refunds from files of records, one JSON object per line.',
  examples: [
    'backroom import shop.ndjson.gz',
    'backroom import shop.ndjson --on-error skip --chunk 5000',
    'backroom export - | backroom import - --database-url postgres://…',
  ],
  args: {
    file: listOf(text(), { required: true, description: 'Files, packed with gzip or not; - for the standard input.' }),
  },
  flags: {
    on_error: choice(['stop', 'skip'], {
      description: 'What a bad line does: end it all, or be left out and told in the end. By default stop.',
    }),
    dry_run: flag({ description: 'Check everything and keep nothing.' }),
    ...importFlags,
    move_stock: flag({ description: 'Let orders move stock; past ones have moved it elsewhere.' }),
  },
  async run(context, { file: names, ...how }) {
    const sources: Source[] = [];
    for (const name of names) sources.push(await sourceOf(context, name));
    return takeIn(context, sources, how);
  },
});

/** A file that can be read again, unless it is the standard input. */
async function sourceOf(context: Context, name: string): Promise<Source> {
  // Whether it can be read is known before anything is taken in.
  let [file, isFresh]: [RecordFile, boolean] = [await openRecordFile(context, name), true];
  const open = async function* (): AsyncGenerator<SourceLine, void, undefined> {
    if (!isFresh && name === '-') throw busy();
    if (!isFresh) file = await openRecordFile(context, name);
    isFresh = false;
    yield* linesOf(file.chunks);
  };
  return { name, open, share: () => (file.size ? file.taken() / file.size : undefined) };
}
