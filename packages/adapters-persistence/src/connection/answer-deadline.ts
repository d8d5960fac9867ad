/**
 * Time limit of the answers on one connection. When it is exceeded, the connection has to be closed: pending statements
 * fail, and the pool discards it. All statements share one timer, which is restarted by each of them.
 */
export class AnswerDeadline {
  readonly #onLate: (late: Error) => void;
  readonly #end = (): void => {
    this.#pending -= 1;
  };
  #pending = 0;
  #millis = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(onLate: (late: Error) => void) {
    this.#onLate = onLate;
  }

  /** Starts the time of a statement, in milliseconds; 0 for no limit. Returns a function to call at its end. */
  begin(millis: number): () => void {
    if (millis === 0) return unlimited;
    this.#pending += 1;
    if (this.#timer && this.#millis === millis) this.#timer.refresh();
    else this.#start(millis);
    return this.#end;
  }

  #start(millis: number): void {
    clearTimeout(this.#timer);
    this.#millis = millis;
    this.#timer = setTimeout(() => {
      if (this.#pending === 0) return;
      const late = new Error(`The database gave no answer within ${millis} ms.`);
      this.#onLate(Object.assign(late, { code: 'ETIMEDOUT' }));
    }, millis);
    // The connection keeps the process alive while a statement is pending.
    this.#timer.unref();
  }
}

const unlimited = (): void => {};
