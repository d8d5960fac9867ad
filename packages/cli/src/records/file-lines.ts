import type { SourceLine } from '@backroom/core/interchange';
import { BrokenFile } from './record-file.ts';

/** Maximum bytes of a line. */
const LONGEST = 16 * 1024 * 1024;
const NEWLINE = 0x0a;

const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * The lines of a file as it is read. A fault takes the place of a line that is not UTF-8 or too long, and of the rest of
 * a file that cannot be decompressed.
 */
export async function* fileLines(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SourceLine, void, undefined> {
  try {
    yield* linesIn(chunks);
  } catch (error) {
    if (!(error instanceof BrokenFile)) throw error;
    yield brokenOff;
  }
}

async function* linesIn(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<SourceLine, void, undefined> {
  let rest: Uint8Array[] = [];
  let length = 0;
  for await (const whole of chunks) {
    let chunk = whole;
    // The rest of an oversized line is not buffered.
    if (length > LONGEST) {
      const end = chunk.indexOf(NEWLINE);
      if (end < 0) continue;
      yield tooLong;
      chunk = chunk.subarray(end + 1);
      length = 0;
      rest = [];
    }
    const end = chunk.lastIndexOf(NEWLINE);
    if (end >= 0) {
      yield* split(Buffer.concat([...rest, chunk.subarray(0, end)]));
      rest = [];
      length = 0;
    }
    rest.push(chunk.subarray(end + 1));
    length += chunk.length - end - 1;
  }
  if (length > LONGEST) yield tooLong;
  else if (length > 0) yield* split(Buffer.concat(rest));
}

/** Splits complete lines; decodes them one by one only if not all are valid UTF-8. */
function* split(bytes: Buffer): Generator<SourceLine, void, undefined> {
  const text = bytes.length > LONGEST ? undefined : decoded(bytes);
  if (text !== undefined) return yield* text.split('\n');
  for (let start = 0; start <= bytes.length; ) {
    const found = bytes.indexOf(NEWLINE, start);
    const end = found < 0 ? bytes.length : found;
    yield end - start > LONGEST ? tooLong : (decoded(bytes.subarray(start, end)) ?? notText);
    start = end + 1;
  }
}

function decoded(bytes: Uint8Array): string | undefined {
  try {
    return strict.decode(bytes);
  } catch {
    return undefined;
  }
}

const brokenOff: SourceLine = { fault: 'invalid_file', message: 'The file is broken here: it cannot be unpacked.' };
const tooLong: SourceLine = { fault: 'too_long', message: 'The line is longer than 16 MiB.' };
const notText: SourceLine = { fault: 'invalid_format', message: 'The line is not valid UTF-8.' };
