import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context } from '../context.ts';
import { ExitCode } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';

/** A file of records that is being read. */
export interface RecordFile {
  /** As it was typed; a dash for the standard input. */
  readonly name: string;
  /** In bytes as they lie there; undefined where nobody knows. */
  readonly size: number | undefined;
  /** So many of them were read. */
  taken(): number;
  /** What it says, unpacked where it is packed; fails with `BrokenFile` where that cannot be done. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Opens a file of records, packed with gzip or not.
 * @throws CommandFailure when it cannot be read
 */
export async function openRecordFile({ terminal }: Context, name: string): Promise<RecordFile> {
  const { stream, size } = name === '-' ? { stream: terminal.stdin, size: undefined } : await openNamed(name);
  let taken = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of stream) {
      const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      taken += bytes.length;
      yield bytes;
    }
  };
  return { name, size, taken: () => taken, chunks: unpacked(counted()) };
}

async function openNamed(name: string): Promise<{ readonly stream: Readable; readonly size: number | undefined }> {
  const unreadable = () => new CommandFailure(ExitCode.notFound, 'not_found', `The file ${name} cannot be read.`);
  const handle = await open(name).catch(() => {
    throw unreadable();
  });
  const stats = await handle.stat();
  if (stats.isDirectory()) {
    await handle.close();
    throw unreadable();
  }
  return {
    stream: handle.createReadStream(),
    size: stats.isFile() ? stats.size : undefined,
  };
}

/** From here on a packed file cannot be unpacked. */
export class BrokenFile extends Error {}

/** Gzip begins with these two bytes, records never do. */
const isPacked = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

async function* unpacked(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
): AsyncGenerator<Uint8Array, void, undefined> {
  let head: Uint8Array = new Uint8Array();
  for (;;) {
    const { value, done } = await chunks.next();
    if (value) head = Buffer.concat([head, value]);
    if (done || head.length >= 2) break;
  }
  const whole = async function* () {
    yield head;
    yield* chunks;
  };
  if (!isPacked(head)) return yield* whole();
  const packed = Readable.from(whole(), { objectMode: false });
  const unzip = createGunzip();
  packed.on('error', (error) => unzip.destroy(error));
  try {
    yield* packed.pipe(unzip);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !/^Z_/.test(code)) throw error;
    throw new BrokenFile();
  } finally {
    packed.destroy();
  }
}
