/**
 * Work of one unit that goes on while the next is being prepared: one piece at a time. Whoever begins one has to wait for its
 * end before the unit ends, or it would go on in somebody else's.
 */
export class Meanwhile {
  #last: Promise<void> = Promise.resolve();

  /** Waits for the piece before, begins this one and lets it go on; where it fails, the next or `end` tells. */
  async goOn(begin: () => Promise<void>): Promise<void> {
    await this.#last;
    this.#last = begin();
    // Whoever waits for it hears of it.
    this.#last.catch(() => {});
  }

  /** Waits for what is under way; throws what it threw. */
  async end(): Promise<void> {
    await this.#last;
  }
}

/** Waits until all have ended, also when one fails, and then throws what the first of them in the list threw. */
export async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason;
}
