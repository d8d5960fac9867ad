import { setImmediate } from 'node:timers/promises';

/** What notices are sent by. */
export interface PacedNoticesParts<K> {
  /** Minimum time between two notices of a key; with 0 a notice that could not be sent is dropped, otherwise it is sent again. */
  readonly everyMillis: number;
  /** Maximum number of keys sent at once. */
  readonly most: number;
  send(keys: readonly K[]): Promise<void>;
}

/** Sends keys in batches: at once, each at most once in an interval, and again at its end if it was added meanwhile. */
export class PacedNotices<K> {
  readonly #parts: PacedNoticesParts<K>;
  readonly #pending = new Set<K>();
  /** Keys that were sent within the interval. */
  readonly #resting = new Set<K>();
  #sending: Promise<void> | undefined;

  constructor(parts: PacedNoticesParts<K>) {
    this.#parts = parts;
  }

  add(keys: Iterable<K>): void {
    const before = this.#pending.size;
    for (const key of keys) this.#pending.add(key);
    if (this.#pending.size > before) this.#start();
  }

  /** Sends what is pending without regard to the interval, once. Never rejects. */
  async flush(): Promise<void> {
    await this.#sending;
    const rest = [...this.#pending];
    this.#pending.clear();
    if (rest.length > 0) await this.#parts.send(rest).catch(() => {});
  }

  #start(): void {
    this.#sending ??= this.#sendDue();
  }

  async #sendDue(): Promise<void> {
    // The connection that has committed returns to its pool first.
    await setImmediate();
    for (let due = this.#takeDue(); due.length > 0; due = this.#takeDue()) {
      this.#rest(due);
      await this.#parts.send(due).catch(() => this.#keep(due));
    }
    this.#sending = undefined;
  }

  #takeDue(): readonly K[] {
    const due = [...this.#pending].filter((key) => !this.#resting.has(key)).slice(0, this.#parts.most);
    for (const key of due) this.#pending.delete(key);
    return due;
  }

  #rest(keys: readonly K[]): void {
    if (this.#parts.everyMillis === 0) return;
    for (const key of keys) this.#resting.add(key);
    const wake = () => {
      for (const key of keys) this.#resting.delete(key);
      if (this.#pending.size > 0) this.#start();
    };
    setTimeout(wake, this.#parts.everyMillis).unref();
  }

  #keep(keys: readonly K[]): void {
    if (this.#parts.everyMillis > 0) for (const key of keys) this.#pending.add(key);
  }
}
