import { createWriteStream } from 'node:fs';
import { readlink, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Context } from '../context.ts';
import { ExitCode } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';
import { createProgressReport } from './progress-report.ts';

/** Characters per chunk. */
const CHUNK_SIZE = 65_536;

/**
 * Writes lines to a file, compressed with gzip where its name ends with `.gz`, or to the standard output for `-`; reports
 * their number. The file appears only when it is complete; a link stays what it is, as do a device and a pipe.
 */
export async function writeRecords(
  context: Context,
  lines: AsyncIterable<string> | Iterable<string>,
  name: string,
): Promise<void> {
  const { report, clear } = await createProgressReport(context);
  let count = 0;
  const counted = async function* (): AsyncGenerator<string, void, undefined> {
    let chunk = '';
    for await (const line of lines) {
      chunk += `${line}\n`;
      count += 1;
      if (chunk.length < CHUNK_SIZE) continue;
      yield chunk;
      report({ stage: 'exporting', rows: count });
      chunk = '';
    }
    yield chunk;
  };
  const chunks = Readable.from(counted());
  await (name === '-' ? pipeline(chunks, context.terminal.stdout, { end: false }) : writeFile(chunks, name)).finally(
    clear,
  );
  if (context.print.isJson && name !== '-') context.print.json({ file: name, records: count });
  else context.print.say(`${count} records${name === '-' ? '' : ` in ${name}`}.`);
}

async function writeFile(chunks: Readable, name: string): Promise<void> {
  const target = await realpath(name).catch(() => targetOf(name));
  const isFile = (await stat(target).catch(() => undefined))?.isFile() ?? true;
  const part = isFile ? `${target}.part` : target;
  const compression = name.endsWith('.gz') ? [createGzip()] : [];
  try {
    await pipeline([chunks, ...compression, createWriteStream(part)]);
    if (isFile) await rename(part, target);
  } catch (error) {
    if (isFile) await rm(part, { force: true });
    const { syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new CommandFailure(ExitCode.refused, 'not_writable', `The file ${name} cannot be written.`);
  }
}

/** Where a link points to whose file is yet to be made; a name that is no link stands for itself. */
const targetOf = (name: string): Promise<string> =>
  readlink(name).then(
    (target) => resolve(dirname(name), target),
    () => name,
  );
