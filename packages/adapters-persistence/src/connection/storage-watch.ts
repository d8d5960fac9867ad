import type pg from 'pg';
import { StorageFull } from '../database-errors.ts';
import type { StorageListener } from '../database-options.ts';
import { PreparingClient } from './preparing-client.ts';

/** Pause between two probes of full storage, in milliseconds. */
const PERIOD = 5_000;

/** Allocates and frees about a megabyte: fails with 53100 exactly if a write would. */
const probe = 'create temporary table storage_probe on commit drop as select generate_series(1, 30000) as n';

/**
 * Tracks whether the database storage is full: from the first statement that fails for it until a probe can allocate space
 * again. Every such failure is marked as routine, because the listener reports the whole outage once.
 */
export class StorageWatch {
  readonly #listener: StorageListener;
  #isFull = false;
  #timer: NodeJS.Timeout | undefined;
  #execute: ((text: string) => Promise<unknown>) | undefined;

  constructor(listener: StorageListener) {
    this.#listener = listener;
  }

  /** Last known state of the storage. */
  get isFull(): boolean {
    return this.#isFull;
  }

  observe(pool: pg.Pool): void {
    this.#execute ??= (text) => pool.query(text);
    pool.on('connect', (client) => {
      if (client instanceof PreparingClient) client.onFailure = (error) => this.note(error);
    });
  }

  /** Stops the probes. */
  end(): void {
    clearTimeout(this.#timer);
    this.#execute = undefined;
  }

  /** Receives the failures of statements and connections. */
  note(error: unknown): void {
    if (error instanceof StorageFull) {
      error.isRoutine = true;
      if (!this.#isFull) {
        this.#isFull = true;
        this.#listener({ isFull: true, cause: error.cause });
        this.#probeLater();
      }
    }
  }

  #probeLater(): void {
    this.#timer = setTimeout(() => void this.#probe(), PERIOD);
    this.#timer.unref();
  }

  async #probe(): Promise<void> {
    const hasRoom = await this.#execute?.(probe).then(
      () => true,
      () => false,
    );
    if (hasRoom === undefined) return;
    if (!hasRoom) return this.#probeLater();
    this.#isFull = false;
    this.#listener({ isFull: false });
  }
}
