import { AsyncLocalStorage } from 'node:async_hooks';

/** Work that is done for an account. */
interface Work {
  readonly account: number | undefined;
  moment: string | undefined;
}

/** Knows for whom the surrounding work is done, and the state of the data that it saw last, until it is taken or may be past. */
export class SeenMoments {
  readonly #works = new AsyncLocalStorage<Work>();

  /** Does work for an account; what is seen in it is known in it. */
  runAs<T>(account: number | undefined, work: () => Promise<T>): Promise<T> {
    return this.#works.run({ account, moment: undefined }, work);
  }

  /** The account for which the surrounding work is done; undefined where nobody said. */
  account(): number | undefined {
    return this.#works.getStore()?.account;
  }

  /** Notes what a statement of the surrounding work has just seen; nothing where that has no name. */
  note(moment: string | undefined): void {
    const work = this.#works.getStore();
    if (work) work.moment = moment;
  }

  /** Gives what was noted, once: a second time it would be older than what the work has seen since. */
  take(): string | undefined {
    const moment = this.#works.getStore()?.moment;
    this.note(undefined);
    return moment;
  }
}
