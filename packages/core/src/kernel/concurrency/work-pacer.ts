/** Units of work between two yields to the event loop: cells of a table, members of a JSON value, fields of a form. */
export const UNITS_PER_TURN = 1_000;

/** Resolves after a turn of the event loop; the platform supplies it. */
export type YieldTurn = () => Promise<void>;

/** Pausable work: yields the number of units completed since the last pause, and returns its result. */
export type PausingWork<T> = Generator<number, T, void>;

/** Does the whole work without a pause: for input of bounded size. */
export function atOnce<T>(work: PausingWork<T>): T {
  for (;;) {
    const { done, value } = work.next();
    if (done) return value;
  }
}

/** Counts units of work and yields to the event loop after a bounded number of them. */
export class WorkPacer {
  readonly #yieldTurn: YieldTurn;
  readonly #most: number;
  #units = 0;

  constructor(yieldTurn: YieldTurn, most: number = UNITS_PER_TURN) {
    this.#yieldTurn = yieldTurn;
    this.#most = most;
  }

  /**
   * Counts completed units. When the bound is reached it returns the yield to await, otherwise undefined: the caller
   * pays for a promise once per turn, not once per unit.
   */
  spend(units = 1): Promise<void> | undefined {
    this.#units += units;
    if (this.#units < this.#most) return undefined;
    this.#units = 0;
    return this.#yieldTurn();
  }

  /** Does the whole work, with a yield to the event loop wherever its units reach the bound. */
  async run<T>(work: PausingWork<T>): Promise<T> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      const turn = this.spend(value);
      if (turn) await turn;
    }
  }
}

/** For callers without an event loop to share, such as commands: never yields. */
export const unpaced = (): WorkPacer => new WorkPacer(async () => {}, Number.POSITIVE_INFINITY);
