import type { ProgressListener } from '@backroom/core';
import { unbatched } from './lines.ts';
import { type AnswerLine, errorOfLine } from './messages.ts';
import { decodeValue } from './values.ts';

/** The result, after progress; one of many lines is read as it arrives. */
export async function resultOf(
  lines: AsyncGenerator<string, void, undefined>,
  onProgress: ProgressListener | undefined,
): Promise<unknown> {
  const answers = answersIn(lines);
  for (;;) {
    const { value, done } = await answers.next();
    if (done) throw broken();
    if ('progress' in value) onProgress?.(value.progress);
    else if ('result' in value) return value.result;
    else if ('lines' in value) return unbatched(batchesAfter(value.lines, answers));
    else if ('end' in value) return undefined;
    else throw errorOfLine(value);
  }
}

async function* answersIn(lines: AsyncIterable<string>): AsyncGenerator<AnswerLine, void, undefined> {
  try {
    for await (const line of lines) yield decodeValue(line) as AnswerLine;
  } catch {
    throw broken();
  }
}

async function* batchesAfter(
  first: readonly string[],
  answers: AsyncIterable<AnswerLine>,
): AsyncGenerator<readonly string[], void, undefined> {
  yield first;
  for await (const answer of answers) {
    if ('end' in answer) return;
    if (!('lines' in answer)) throw errorOfLine(answer);
    yield answer.lines;
  }
  throw broken();
}

/** The connection ended before the answer. */
export const broken = (cause?: unknown): Error => new Error('The server stopped before it answered.', { cause });
