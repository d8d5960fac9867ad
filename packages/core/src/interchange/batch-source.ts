import { readAhead } from './read-ahead.ts';
import { type Batch, batchesOf, type SourceLine } from './read-lines.ts';

/** So many records are kept in case they have to be stored again; of a part with more the file is opened again. */
const MOST_KEPT = 10_000;

/** How a file is read. */
export interface SourceOptions {
  /** Opens the file at its beginning. */
  readonly open: () => AsyncIterable<SourceLine>;
  /** So many records are stored together. */
  readonly most: number;
  /** Whether a bad line ends it. */
  readonly stops: boolean;
}

/**
 * The batches of a file, part by part. What a part has given is kept while it is not done for good, so that it can be stored
 * again after a collision: what was read of a stream cannot be read twice.
 */
export class BatchSource {
  readonly #options: SourceOptions;
  #batches: AsyncGenerator<Batch, void, undefined> | undefined;
  #kept: Batch[] = [];
  /** Whether the part is too large to be kept. */
  #isForgotten = false;
  /** The last line before the part, and the last that was read. */
  #before = 0;
  #line = 0;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  /** The batches of the part from its first one, and then those that follow. */
  async *part(): AsyncGenerator<Batch, void, undefined> {
    if (this.#isForgotten) await this.#reopen();
    yield* [...this.#kept];
    for (;;) {
      const batch = await this.#next();
      if (!batch) return;
      yield batch;
    }
  }

  /** Whether anything follows the last part; what does is read already. */
  async hasMore(): Promise<boolean> {
    return this.#kept.length > 0 || (await this.#next()) !== undefined;
  }

  /** What was given is done for good: the next batch begins another part. */
  settle(): void {
    this.#before = this.#line;
    this.#kept = [];
    this.#isForgotten = false;
  }

  /** Leaves the file. */
  async close(): Promise<void> {
    await this.#batches?.return();
  }

  async #next(): Promise<Batch | undefined> {
    this.#batches ??= readAhead(batchesOf(this.#options.open(), { ...this.#options, before: this.#before }));
    const { value: batch } = await this.#batches.next();
    if (!batch) return undefined;
    this.#line = batch.line;
    this.#kept.push(batch);
    if (this.#isForgotten || this.#kept.reduce((sum, { entries }) => sum + entries.length, 0) > MOST_KEPT) {
      this.#isForgotten = true;
      this.#kept = [];
    }
    return batch;
  }

  async #reopen(): Promise<void> {
    await this.close();
    this.#batches = undefined;
    this.#isForgotten = false;
  }
}
