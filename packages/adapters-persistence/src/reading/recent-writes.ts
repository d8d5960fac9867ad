/** Tells how many milliseconds have passed since some moment; it is never set back. */
export type Stopwatch = () => number;

/** Remembers when accounts have written last, for as long as a copy of the data that is used may be behind. */
export class OwnWrites {
  readonly #last = new Map<number, number>();
  readonly #elapsed: Stopwatch;
  readonly #forMillis: number;
  #listener: ((account: number) => void) | undefined;

  constructor(elapsed: Stopwatch, forMillis: number) {
    this.#elapsed = elapsed;
    this.#forMillis = forMillis;
  }

  /** Lets somebody know of what is noted from now on, but not of what was heard. */
  tellTo(listener: (account: number) => void): void {
    this.#listener = listener;
  }

  /** Notes that an account may have committed something just now. */
  note(account: number): void {
    this.hear(account);
    this.#listener?.(account);
  }

  /** Notes the same of an account that committed in another process. */
  hear(account: number): void {
    const now = this.#elapsed();
    // What was noted last stands last.
    this.#last.delete(account);
    this.#last.set(account, now);
    for (const [other, at] of this.#last) {
      if (at >= now - this.#forMillis) break;
      this.#last.delete(other);
    }
  }

  /** The moment before which everything stands that the account has written; undefined where that was too long ago to matter. */
  lastOf(account: number): number | undefined {
    return this.#last.get(account);
  }
}
