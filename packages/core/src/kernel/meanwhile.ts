/**
 * Work of one unit that goes on while the next is being prepared: one piece at a time, in the order in which they begin. What
 * begins one has to wait for its end before the unit ends.
 */
export class Meanwhile {
  #last: Promise<void> = Promise.resolve();

  /** Waits for the piece before, and lets this one, which is on its way, go on by itself; where it fails, `end` tells. */
  async goOn(work: Promise<void>): Promise<void> {
    const before = this.#last;
    this.#last = before.then(() => work);
    // Whoever waits for the end hears of it.
    this.#last.catch(() => {});
    work.catch(() => {});
    await before;
  }

  /** Waits for all that was begun; throws what the first that failed threw. */
  async end(): Promise<void> {
    await this.#last;
  }
}

/** Waits until all have ended, also when one fails, and then throws what the first of them in the list threw. */
export async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason;
}
