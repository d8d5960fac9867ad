import { AsyncLocalStorage } from 'node:async_hooks';

interface WorkState {
  readonly account: number | undefined;
  snapshot: string | undefined;
}

/** Asynchronous context of work: the account it runs as, and the id of the snapshot that it has read last. */
export class WorkContext {
  readonly #storage = new AsyncLocalStorage<WorkState>();

  /** Runs work in a context of its own. */
  runAs<T>(account: number | undefined, work: () => Promise<T>): Promise<T> {
    return this.#storage.run({ account, snapshot: undefined }, work);
  }

  /** The account of the surrounding `runAs`; undefined outside of one, or if it has none. */
  account(): number | undefined {
    return this.#storage.getStore()?.account;
  }

  /** Records the snapshot id of the last statement; undefined clears it. */
  noteSnapshot(snapshot: string | undefined): void {
    const state = this.#storage.getStore();
    if (state) state.snapshot = snapshot;
  }

  /** Returns the recorded snapshot id and clears it: a second use could be older than later reads. */
  takeSnapshot(): string | undefined {
    const snapshot = this.#storage.getStore()?.snapshot;
    this.noteSnapshot(undefined);
    return snapshot;
  }
}
