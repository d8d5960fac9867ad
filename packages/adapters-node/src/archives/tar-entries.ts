import { on, once } from 'node:events';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { archiveUnpackedTooLarge } from '@backroom/core/files';
import { Parser, type ReadEntry } from 'tar';
import type { SourceEntry } from './archive-source.ts';

/** Maximum bytes of headers beside those of the files: 1 KiB for each entry, and as much for long names. */
const HEADER_BYTES = 16 * 1_048_576;
/** Bytes of a header. */
const BLOCK = 512;
/** Maximum bytes of one extended header. */
const EXTENDED_BYTES = 65_536;

const fileTypes: readonly string[] = ['File', 'OldFile', 'ContiguousFile'];

/**
 * The entries of a tar with gzip.
 * @param limit maximum bytes of all files
 */
export async function* tarEntries(path: string, limit: number): AsyncGenerator<SourceEntry> {
  const parser = new Parser({ strict: true, brotli: false, maxMetaEntrySize: EXTENDED_BYTES });
  const ended = new AbortController();
  let current: ReadEntry | undefined;
  let fault: Error | undefined;
  // A fault is thrown to the reader of entries or of content; that of the other one has no reader.
  parser.on('error', () => {});
  const events = on(parser, 'entry', { close: ['end'] });
  parser.on('ignoredEntry', (entry: ReadEntry) =>
    parser.emit('error', new Error(`an entry of the type ${entry.type}`)),
  );
  const fed = feed(parser, path, { most: limit + HEADER_BYTES, signal: ended.signal }).catch((error: unknown) => {
    if (ended.signal.aborted) return;
    fault = error as Error;
    parser.emit('error', fault);
    current?.destroy(fault);
  });
  try {
    for await (const [entry] of events as AsyncIterable<[ReadEntry]>) {
      // An entry that was queued when feeding failed never gets the rest of its content.
      if (fault) throw fault;
      current = entry;
      entry.on('error', () => {});
      yield { name: entry.path, kind: kindOf(entry), content: () => entry as AsyncIterable<Uint8Array> };
      if (!entry.emittedEnd) entry.resume();
    }
  } finally {
    ended.abort();
    await fed;
  }
}

/** Writes the inflated bytes to the parser, at the pace at which its entries are read. */
async function feed(
  parser: Parser,
  path: string,
  { most, signal }: { readonly most: number; readonly signal: AbortSignal },
): Promise<void> {
  let bytes = 0;
  let isOver = false;
  parser.once('eof', () => {
    isOver = true;
  });
  for await (const block of wholeHead(inflate(path))) {
    bytes += block.byteLength;
    if (bytes > most) throw archiveUnpackedTooLarge(most - HEADER_BYTES);
    signal.throwIfAborted();
    if (!parser.write(block)) await once(parser, 'drain', { signal });
    if (isOver) break;
  }
  parser.end();
}

async function* inflate(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(path);
  const inflated = file.pipe(createGunzip());
  file.on('error', (error) => inflated.destroy(error));
  try {
    yield* inflated as AsyncIterable<Buffer>;
  } finally {
    file.destroy();
  }
}

/** Joins the first chunks to one block. The parser would inflate again what looks compressed there, without our limits. */
async function* wholeHead(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of chunks) {
    if (!head) yield chunk;
    else if (head.byteLength + chunk.byteLength < BLOCK) head = Buffer.concat([head, chunk]);
    else {
      const block: Buffer = Buffer.concat([head, chunk]);
      if (!isTarHeader(block)) throw new Error('no header of a tar');
      head = undefined;
      yield block;
    }
  }
  if (head) throw new Error('less than one block');
}

/** Whether it does not begin like a compressed form: gzip `1f 8b`, zstd `28 b5`. */
const isTarHeader = (block: Buffer): boolean => ![0x1f_8b, 0x28_b5].includes(block.readUInt16BE());

function kindOf({ type }: ReadEntry): SourceEntry['kind'] {
  if (type === 'Directory') return 'folder';
  return fileTypes.includes(type) ? 'file' : 'other';
}
