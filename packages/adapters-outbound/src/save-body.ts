import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { type DownloadSink, type OutboundFile, outboundFailed } from '@backroom/core/outbound';
import type { AnswerHead } from './exchange.ts';

const OK = 200;
/** Bytes per write. */
const BLOCK = 1_048_576;

/** A sink that refused bytes; its error is that of the download. */
export class SinkFailure extends Error {
  constructor(cause: unknown) {
    super('The sink failed.', { cause });
  }
}

/** Size and digest of a saved file. */
export type SavedBytes = Pick<OutboundFile, 'bytes' | 'sha256'>;

/**
 * Writes the body of an answer with status 200 to a sink, in blocks.
 * @throws DomainError `outbound_failed` for a longer body; SinkFailure
 */
export async function saveBody(
  body: Readable,
  { status, headers }: AnswerHead,
  { sink, maxBytes }: { readonly sink: DownloadSink; readonly maxBytes: number },
): Promise<SavedBytes> {
  const hash = createHash('sha256');
  if (status !== OK) return { bytes: 0, sha256: hash.digest('hex') };
  const tooLong = () => outboundFailed(`the file is longer than ${maxBytes} bytes`);
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLong();
  let bytes = 0;
  for await (const block of blocksOf(body)) {
    if (bytes + block.length > maxBytes) throw tooLong();
    bytes += block.length;
    hash.update(block);
    await sink.write(block).catch((error: unknown) => {
      throw new SinkFailure(error);
    });
  }
  return { bytes, sha256: hash.digest('hex') };
}

/** The bytes of a stream in blocks of the same size; the last one may be shorter. */
async function* blocksOf(body: Readable): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Uint8Array>) {
    held.push(chunk);
    size += chunk.length;
    if (size < BLOCK) continue;
    const joined = Buffer.concat(held);
    const whole = size - (size % BLOCK);
    for (let at = 0; at < whole; at += BLOCK) yield joined.subarray(at, at + BLOCK);
    held = [joined.subarray(whole)];
    size -= whole;
  }
  if (size > 0) yield Buffer.concat(held);
}
