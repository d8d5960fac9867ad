/** Milliseconds since an arbitrary start; never decreases. */
export type MonotonicClock = () => number;

/** The last write of each account, kept for the maximum replica lag, so that accounts read their own writes. */
export class RecentWrites {
  readonly #last = new Map<number, number>();
  readonly #elapsed: MonotonicClock;
  readonly #forMillis: number;
  #listener: ((account: number) => void) | undefined;

  constructor(elapsed: MonotonicClock, forMillis: number) {
    this.#elapsed = elapsed;
    this.#forMillis = forMillis;
  }

  /** Sets the listener for writes of this process; it is not called for `noteRemote`. */
  onLocalWrite(listener: (account: number) => void): void {
    this.#listener = listener;
  }

  /** Records that an account may have committed in this process. */
  note(account: number): void {
    this.noteRemote(account);
    this.#listener?.(account);
  }

  /** Records that an account may have committed in another process. */
  noteRemote(account: number): void {
    const now = this.#elapsed();
    // Reinserted last: the map is ordered by time.
    this.#last.delete(account);
    this.#last.set(account, now);
    for (const [other, at] of this.#last) {
      if (at >= now - this.#forMillis) break;
      this.#last.delete(other);
    }
  }

  /** The time of the last known write of the account; undefined if it is older than the retention. */
  lastOf(account: number): number | undefined {
    return this.#last.get(account);
  }
}
