import type { SourceLine } from './read-lines.ts';

/** The lines of a file, some of them read ahead as text: parsed ones take several times the memory. */
export class LinesAhead implements AsyncIterable<SourceLine> {
  readonly #source: AsyncIterator<SourceLine>;
  readonly #most: number;
  readonly #lines: SourceLine[] = [];
  #characters = 0;
  #reading: Promise<void> | undefined;
  /** Set at the end of the file. */
  #end: { readonly failure?: { readonly reason: unknown } } | undefined;

  /** `most` is the maximum of characters read ahead. */
  constructor(source: AsyncIterable<SourceLine>, most: number) {
    this.#source = source[Symbol.asyncIterator]();
    this.#most = most;
  }

  /** Number of lines read ahead. */
  get count(): number {
    return this.#lines.length;
  }

  /** Reads ahead up to this number of lines, or the maximum of characters. A failure is thrown where its line would be. */
  async fill(lines: number): Promise<void> {
    while (!this.#end && this.#lines.length < lines && this.#characters < this.#most) await this.#read();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<SourceLine, void, undefined> {
    for (;;) {
      while (this.#lines.length === 0 && !this.#end) await this.#read();
      const line = this.#lines.shift();
      if (line === undefined) break;
      this.#characters -= lengthOf(line);
      yield line;
    }
    if (this.#end?.failure) throw this.#end.failure.reason;
  }

  /** Closes the file. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }

  /** Reads one line; calls during it wait for the same one. */
  #read(): Promise<void> {
    this.#reading ??= this.#readOne().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOne(): Promise<void> {
    try {
      const { done, value } = await this.#source.next();
      if (done) {
        this.#end = {};
        return;
      }
      this.#lines.push(value);
      this.#characters += lengthOf(value);
    } catch (reason) {
      this.#end = { failure: { reason } };
    }
  }
}

const lengthOf = (line: SourceLine): number => (typeof line === 'string' ? line.length + 1 : 1);
