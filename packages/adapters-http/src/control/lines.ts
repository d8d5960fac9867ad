import { StringDecoder } from 'node:string_decoder';
import type { SourceLine } from '@backroom/core/interchange';
import { WorkPacer } from '@backroom/core/kernel';
import { yieldTurn } from '../common/pacing.ts';

/** Media type of newline-delimited JSON. */
export const NDJSON = 'application/x-ndjson';

/** Maximum characters of a line. */
const LONGEST = 256 * 1024 * 1024;

/** The lines of a stream, without blank ones. `readline` also splits at U+2028, which JSON texts may contain. */
export async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new StringDecoder('utf8');
  let parts: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    const [head = '', ...more] = decoder.write(chunk as Buffer).split('\n');
    parts.push(head);
    length += head.length;
    if (length > LONGEST) throw new RangeError('A line of the control socket is too long.');
    for (const next of more) {
      if (length > 0) yield parts.join('');
      parts = [next];
      length = next.length;
    }
  }
  if (length > 0) yield parts.join('');
}

/** Characters per batch. */
const BATCH_SIZE = 65_536;

/** Lines in batches, because each message has a fixed cost. */
export async function* batched<L extends SourceLine>(
  lines: AsyncIterable<L> | Iterable<L>,
): AsyncGenerator<readonly L[], void, undefined> {
  let batch: L[] = [];
  let size = 0;
  for await (const line of lines) {
    batch.push(line);
    size += typeof line === 'string' ? line.length : 0;
    if (size < BATCH_SIZE && batch.length < BATCH_SIZE / 64) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** Characters of a line per unit of work, in addition to one unit for the line itself. */
const UNIT = 64;

/** The lines of batches, one by one, yielding to the event loop, because the server that stores them has other requests. */
export async function* unbatched<L>(batches: AsyncIterable<readonly L[]>): AsyncGenerator<L, void, undefined> {
  const pacer = new WorkPacer(yieldTurn);
  for await (const batch of batches) {
    for (const line of batch) {
      yield line;
      const turn = pacer.spend(1 + (typeof line === 'string' ? Math.floor(line.length / UNIT) : 0));
      if (turn) await turn;
    }
  }
}
