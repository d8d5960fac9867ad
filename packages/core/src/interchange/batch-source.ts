import { LinesAhead } from './lines-ahead.ts';
import { batchesOf, type RecordBatch, type SourceLine } from './read-lines.ts';

/** Maximum characters buffered for a retry; for a larger part the file is reopened. */
const MAX_BUFFERED = 16 * 1024 * 1024;
/** Maximum characters read ahead. */
const MAX_READ_AHEAD = 8 * 1024 * 1024;

export interface SourceOptions {
  /** Opens the file at its beginning. */
  readonly open: () => AsyncIterable<SourceLine>;
  /** Maximum records per batch. */
  readonly most: number;
  /** Whether an invalid line ends it. */
  readonly stops: boolean;
}

/** The lines of a file, and the batches that they are parsed into. */
interface BatchReading {
  readonly lines: LinesAhead;
  readonly batches: AsyncGenerator<RecordBatch, void, undefined>;
}

/**
 * The batches of a file, in parts (one unit of work each). The lines of a part are buffered until it is committed, so that
 * it can be replayed after a collision: a stream cannot be read twice.
 */
export class BatchSource {
  readonly #options: SourceOptions;
  #file: BatchReading | undefined;
  /** The pending read of the next batch. */
  #pending: Promise<IteratorResult<RecordBatch, void>> | undefined;
  #buffered: (readonly SourceLine[])[] = [];
  /** Characters of the part so far. */
  #length = 0;
  /** The parsed next batch. */
  #ready: RecordBatch | undefined;
  /** Number of records to read ahead, of which those beyond the next batch are not parsed. */
  #ahead = 0;
  /** Number of the last line before the part, and of the last line read. */
  #before = 0;
  #line = 0;

  constructor(options: SourceOptions) {
    this.#options = options;
  }

  /** The batches of the current part from its beginning: buffered ones, then new ones. */
  async *part(): AsyncGenerator<RecordBatch, void, undefined> {
    const { most, stops } = this.#options;
    if (this.#length > MAX_BUFFERED) await this.#reopen();
    else yield* batchesOf(this.#buffered.flat(), { most, stops, before: this.#before });
    for (;;) {
      const ready = this.#ready;
      this.#ready = undefined;
      const batch = ready ?? (await this.#next());
      if (!batch) return;
      this.#keep(batch);
      yield batch;
    }
  }

  /**
   * Whether there is another part. Reads `records` records or 8 Mi characters ahead, because the sender may be slow and no
   * transaction should be open while waiting.
   */
  async hasMore(records: number): Promise<boolean> {
    this.#ahead = records;
    await this.#fill();
    this.#ready ??= await this.#next();
    return this.#ready !== undefined;
  }

  /** Marks the part as committed; the next batch begins another one. */
  settle(): void {
    this.#before = this.#line;
    this.#clearBuffer();
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#file?.batches.return();
    await this.#file?.lines.close();
  }

  /**
   * Prefetches the next batch. Called once for each batch that is written, it keeps as many records read ahead as
   * `hasMore` read, so that the next part begins at once.
   */
  prefetch(): void {
    if (this.#pending || this.#ready) return;
    const pending = this.#begin();
    this.#pending = pending;
    pending.then(
      ({ value }) => {
        if (this.#pending !== pending || !value) return;
        this.#pending = undefined;
        this.#ready = value;
        return this.#fill();
      },
      // The error is thrown when the batch is consumed.
      () => {},
    );
  }

  #fill(): Promise<void> {
    return this.#opened().lines.fill(this.#ahead - (this.#ready?.entries.length ?? 0));
  }

  async #next(): Promise<RecordBatch | undefined> {
    const pending = this.#pending ?? this.#begin();
    this.#pending = undefined;
    return (await pending).value ?? undefined;
  }

  #begin(): Promise<IteratorResult<RecordBatch, void>> {
    return this.#opened().batches.next();
  }

  #opened(): BatchReading {
    this.#file ??= this.#open();
    return this.#file;
  }

  #open(): BatchReading {
    const { open, most, stops } = this.#options;
    const lines = new LinesAhead(open(), MAX_READ_AHEAD);
    return { lines, batches: batchesOf(lines, { most, stops, before: this.#before, isPassed: true }) };
  }

  #keep({ lines, line, length }: RecordBatch): void {
    this.#line = line;
    this.#length += length;
    if (this.#length > MAX_BUFFERED) this.#buffered = [];
    else this.#buffered.push(lines);
  }

  #clearBuffer(): void {
    this.#buffered = [];
    this.#length = 0;
  }

  async #reopen(): Promise<void> {
    await this.close();
    this.#file = undefined;
    this.#pending = undefined;
    this.#ready = undefined;
    this.#clearBuffer();
  }
}
