/** Counts in windows of one second. */
export class RateWindow {
  readonly #most: number;
  readonly #elapsed: () => number;
  #begun = 0;
  #count = 0;

  /** `elapsed` is a monotonic time in milliseconds. */
  constructor(most: number, elapsed: () => number) {
    this.#most = most;
    this.#elapsed = elapsed;
  }

  /** Whether the window has room for this much more; then it is counted. */
  take(amount = 1): boolean {
    const now = this.#elapsed();
    if (now - this.#begun >= 1_000) {
      this.#begun = now;
      this.#count = 0;
    }
    if (this.#count + amount > this.#most) return false;
    this.#count += amount;
    return true;
  }
}
