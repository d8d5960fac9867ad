import type { Progress, ProgressListener } from '@backroom/core';
import { batched } from './lines.ts';
import { type AnswerLine, lineOfError } from './messages.ts';
import { encodeValue } from './values.ts';

/** Runs work and reports its progress. */
export type ObservedWork = (onProgress: ProgressListener) => Promise<unknown>;

/**
 * Starts work and streams its answer as lines of JSON: its latest progress, then its result. A result of many lines is read as it is
 * sent, with back-pressure.
 */
export function answerLines(
  work: ObservedWork,
  onFailure: (cause: unknown) => void,
): AsyncGenerator<string, void, undefined> {
  const tracked = new TrackedWork(work);
  return withNewlines(linesOfWork(tracked, onFailure));
}

async function* linesOfWork(
  work: TrackedWork,
  onFailure: (cause: unknown) => void,
): AsyncGenerator<AnswerLine, void, undefined> {
  try {
    for (let progress = await work.next(); progress; progress = await work.next()) yield { progress };
    const result = await work.done;
    if (result === undefined) return yield { end: true };
    if (!isStream(result)) return yield { result };
    yield { lines: [] };
    for await (const lines of batched(result)) yield { lines };
    yield { end: true };
  } catch (error) {
    onFailure(error);
    yield lineOfError(error);
  }
}

async function* withNewlines(lines: AsyncIterable<AnswerLine>): AsyncGenerator<string, void, undefined> {
  for await (const line of lines) yield `${encodeValue(line)}\n`;
}

const isStream = (value: unknown): value is AsyncIterable<string> =>
  typeof value === 'object' && value !== null && Symbol.asyncIterator in value;

/** Running work and its latest progress. */
class TrackedWork {
  readonly done: Promise<unknown>;
  #latest: Progress | undefined;
  #isDone = false;
  #wake = () => {};

  constructor(work: ObservedWork) {
    this.done = work((progress) => {
      this.#latest = progress;
      this.#wake();
    }).finally(() => {
      this.#isDone = true;
      this.#wake();
    });
    // Awaited after the progress.
    this.done.catch(() => {});
  }

  /** The progress since the last call, as soon as there is any; undefined at the end. */
  async next(): Promise<Progress | undefined> {
    while (!this.#latest && !this.#isDone)
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    const latest = this.#latest;
    this.#latest = undefined;
    return latest;
  }
}
