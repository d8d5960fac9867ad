import { open } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { Context } from '../context.ts';
import { ExitCode } from '../exit-code.ts';
import { CommandFailure } from '../failure.ts';

/** An open file of records. */
export interface RecordFile {
  /** Path, or `-` for the standard input. */
  readonly name: string;
  /** Bytes of the file, compressed or not; undefined for streams. */
  readonly size: number | undefined;
  /** Bytes read so far. */
  bytesRead(): number;
  /** The decompressed content; fails with `BrokenFile` when it is corrupt. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * Opens a file of records, compressed with gzip or not.
 * @throws CommandFailure when it cannot be read
 */
export async function openRecordFile({ terminal }: Context, name: string): Promise<RecordFile> {
  const { stream, size } = name === '-' ? { stream: terminal.stdin, size: undefined } : await openNamed(name);
  let count = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array, void, undefined> {
    for await (const chunk of stream) {
      const bytes: Uint8Array = typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
      count += bytes.length;
      yield bytes;
    }
  };
  return { name, size, bytesRead: () => count, chunks: decompressed(counted()) };
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

/** A compressed file is corrupt. */
export class BrokenFile extends Error {}

/** The magic number of gzip, with which records never start. */
const isCompressed = (head: Uint8Array): boolean => head[0] === 0x1f && head[1] === 0x8b;

async function* decompressed(
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
  if (!isCompressed(head)) return yield* whole();
  const compressed = Readable.from(whole(), { objectMode: false });
  const unzip = createGunzip();
  compressed.on('error', (error) => unzip.destroy(error));
  try {
    yield* compressed.pipe(unzip);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !/^Z_/.test(code)) throw error;
    throw new BrokenFile();
  } finally {
    compressed.destroy();
  }
}
