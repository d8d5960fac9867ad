import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Context } from '../context.ts';
import { ExitCode } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';
import { createTeller } from './tell-progress.ts';

/** So many characters are written together. */
const PIECE = 65_536;

/**
 * Writes lines to a file, packed where its name ends with `.gz`, or to the standard output where it is a dash; tells how
 * many there were. A file is there only when it is whole.
 */
export async function giveOut(
  context: Context,
  lines: AsyncIterable<string> | Iterable<string>,
  name: string,
): Promise<void> {
  const { tell, clear } = await createTeller(context, { share: () => undefined });
  let count = 0;
  const counted = async function* (): AsyncGenerator<string, void, undefined> {
    let piece = '';
    for await (const line of lines) {
      piece += `${line}\n`;
      count += 1;
      if (piece.length < PIECE) continue;
      yield piece;
      tell({ rows: count });
      piece = '';
    }
    yield piece;
  };
  const pieces = Readable.from(counted());
  await (name === '-' ? pipeline(pieces, context.terminal.stdout, { end: false }) : writeFile(pieces, name)).finally(
    clear,
  );
  context.print.say(`${count} records${name === '-' ? '' : ` in ${name}`}.`);
}

async function writeFile(pieces: Readable, name: string): Promise<void> {
  const part = `${name}.part`;
  const packing = name.endsWith('.gz') ? [createGzip()] : [];
  try {
    await pipeline([pieces, ...packing, createWriteStream(part)]);
    await rename(part, name);
  } catch (error) {
    await rm(part, { force: true });
    const { syscall } = error as NodeJS.ErrnoException;
    if (syscall === undefined) throw error;
    throw new CommandFailure(ExitCode.refused, 'not_writable', `The file ${name} cannot be written.`);
  }
}
