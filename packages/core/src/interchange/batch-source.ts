import { type Batch, batchesOf, type SourceLine } from './read-lines.ts';

/** So many characters are kept in case they have to be stored again; of a part with more the file is opened again. */
const MOST_KEPT = 16 * 1024 * 1024;
/** So many are read before they are asked for; what they say takes several times the room. */
const MOST_WAITING = 8 * 1024 * 1024;

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
 * The batches of a file, part by part. The lines of a part are kept while it is not done for good, so that it can be stored
 * again after a collision: what was read of a stream cannot be read twice.
 */
export class BatchSource {
  readonly #options: SourceOptions;
  #batches: AsyncGenerator<Batch, void, undefined> | undefined;
  /** The next batch, when it is being read already. */
  #coming: Promise<IteratorResult<Batch, void>> | undefined;
  #kept: (readonly SourceLine[])[] = [];
  /** In characters, of all that the part has given. */
  #length = 0;
  /** What was read before it was asked for. */
  #waiting: Batch[] = [];
  /** The last line before the part, and the last that was read. */
  #before = 0;
  #line = 0;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  /** The batches of the part from its first one, and then those that follow. */
  async *part(): AsyncGenerator<Batch, void, undefined> {
    const { most, stops } = this.#options;
    if (this.#length > MOST_KEPT) await this.#reopen();
    else yield* batchesOf(this.#kept.flat(), { most, stops, before: this.#before });
    for (;;) {
      const batch = this.#waiting.shift() ?? (await this.#next());
      if (!batch) return;
      this.#keep(batch);
      yield batch;
    }
  }

  /**
   * Whether anything follows the last part; so many records of it are read already, or 8 Mi characters: whoever sends them may
   * be slow, and nothing is to be held meanwhile.
   */
  async hasMore(records: number): Promise<boolean> {
    const room = () => MOST_WAITING - sumOf(this.#waiting, ({ length }) => length);
    while (sumOf(this.#waiting, ({ entries }) => entries.length) < records && room() > 0) {
      const batch = await this.#next();
      if (!batch) break;
      this.#waiting.push(batch);
    }
    return this.#waiting.length > 0;
  }

  /** What was given is done for good: the next batch begins another part. */
  settle(): void {
    this.#before = this.#line;
    this.#forget();
  }

  /** Leaves the file. */
  async close(): Promise<void> {
    await this.#batches?.return();
  }

  /** Begins to read the next batch, so that it is there when it is asked for: for whoever has the time now. */
  readOn(): void {
    this.#coming ??= this.#begin();
    // Whatever goes wrong is told when its turn has come.
    this.#coming.catch(() => {});
  }

  async #next(): Promise<Batch | undefined> {
    const coming = this.#coming ?? this.#begin();
    this.#coming = undefined;
    return (await coming).value ?? undefined;
  }

  #begin(): Promise<IteratorResult<Batch, void>> {
    const { open, most, stops } = this.#options;
    this.#batches ??= batchesOf(open(), { most, stops, before: this.#before, isPassed: true });
    return this.#batches.next();
  }

  #keep({ lines, line, length }: Batch): void {
    this.#line = line;
    this.#length += length;
    if (this.#length > MOST_KEPT) this.#kept = [];
    else this.#kept.push(lines);
  }

  #forget(): void {
    this.#kept = [];
    this.#length = 0;
  }

  async #reopen(): Promise<void> {
    await this.close();
    this.#batches = undefined;
    this.#coming = undefined;
    this.#waiting = [];
    this.#forget();
  }
}

const sumOf = (batches: readonly Batch[], member: (batch: Batch) => number): number =>
  batches.reduce((sum, batch) => sum + member(batch), 0);
