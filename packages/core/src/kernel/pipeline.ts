/** When a piece of work may do what. */
export interface Turn {
  /** The pieces before have ended: nothing is done before that others could see. */
  readonly alone: Promise<void>;
  /** What comes after has read all that it has to read first: what takes long is done now. */
  readonly free: Promise<void>;
}

/**
 * Work of one unit that goes on while the next is being prepared: one piece at a time. Whoever begins one has to wait for its
 * end before the unit ends, or it would go on in somebody else's.
 */
export class Meanwhile {
  #last: Promise<void> = Promise.resolve();
  #gate: PromiseWithResolvers<void> | undefined;
  #failure: { readonly reason: unknown } | undefined;
  readonly #whileBusy: () => void;

  /** `whileBusy` is told when a piece has been taken over: then there is time for something else. */
  constructor(whileBusy: () => void = () => {}) {
    this.#whileBusy = whileBusy;
  }

  /** Begins a piece, which waits for its turn, and lets it go on; where it fails, `end` tells. */
  goOn(begin: (turn: Turn) => Promise<void>): void {
    this.letGo();
    this.#gate = Promise.withResolvers();
    const [alone, free] = [this.#last, this.#gate.promise];
    // Whoever waits for them hears of it.
    free.catch(() => {});
    this.#last = begin({ alone, free });
    this.#last.catch((reason: unknown) => {
      this.#failure ??= { reason };
    });
    this.#whileBusy();
  }

  /** The last piece may do what takes long. */
  letGo(): void {
    this.#gate?.resolve();
  }

  /** Waits for what is under way; throws what the first that failed threw. */
  async end(): Promise<void> {
    this.letGo();
    await this.#last;
  }

  /** What waits for its turn is not done any more; gives what was thrown first, which may be why the work around it failed. */
  async giveUp(reason: unknown): Promise<unknown> {
    const first = this.#failure ?? { reason };
    this.#gate?.reject(reason);
    await Promise.allSettled([this.#last]);
    return first.reason;
  }
}

/** Waits until all have ended, also when one fails, and then throws what the first of them in the list threw. */
export async function allEnded(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason;
}
