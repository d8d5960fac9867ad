/** Ordering gates of a pipeline stage. */
export interface StageGates {
  /** The previous stage has ended; a stage must have no visible effect before. */
  readonly previousDone: Promise<void>;
  /** The next stage has finished its initial reads; slow work waits for this. */
  readonly nextReady: Promise<void>;
}

/**
 * Overlaps the stages of one unit of work: a stage runs while the next one is being prepared. `end` must be awaited before
 * the unit ends, or a stage would run on in another one.
 */
export class Pipeline {
  #last: Promise<void> = Promise.resolve();
  #gate: PromiseWithResolvers<void> | undefined;
  #failure: { readonly reason: unknown } | undefined;
  readonly #whileBusy: () => void;

  /** `whileBusy` is called after a stage was started, when the caller is free to prepare the next one. */
  constructor(whileBusy: () => void = () => {}) {
    this.#whileBusy = whileBusy;
  }

  /** Starts a stage, which waits for its gates. Its error is thrown by `end`. */
  start(begin: (gates: StageGates) => Promise<void>): void {
    this.release();
    this.#gate = Promise.withResolvers();
    const previousDone = this.#last;
    const nextReady = this.#gate.promise;
    // The stage that awaits the gate handles the rejection.
    nextReady.catch(() => {});
    this.#last = begin({ previousDone, nextReady });
    this.#last.catch((reason: unknown) => {
      this.#failure ??= { reason };
    });
    this.#whileBusy();
  }

  /** Opens the gate `nextReady` of the last stage. */
  release(): void {
    this.#gate?.resolve();
  }

  /** Waits for the last stage; throws the error of the first failed stage. */
  async end(): Promise<void> {
    this.release();
    await this.#last;
  }

  /** Cancels stages that wait for `nextReady`; returns the first error, which may be the cause of `reason`. */
  async abort(reason: unknown): Promise<unknown> {
    const first = this.#failure ?? { reason };
    this.#gate?.reject(reason);
    await Promise.allSettled([this.#last]);
    return first.reason;
  }
}

/** Waits until all promises have settled, then throws the reason of the first rejected one in the list. */
export async function settleAll(works: readonly Promise<void>[]): Promise<void> {
  for (const end of await Promise.allSettled(works)) if (end.status === 'rejected') throw end.reason;
}
