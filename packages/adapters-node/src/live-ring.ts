import { stat } from 'node:fs/promises';
import type { KeyRing } from './token-keys.ts';

/** Where the keys of tokens are found when they are needed. */
export interface RingSource {
  /** The ring as it was at most a second ago. */
  current(): Promise<KeyRing>;
  /** The ring as it is now. */
  latest(): Promise<KeyRing>;
}

/** A ring that stays as it is. */
export const fixedRing = (ring: KeyRing): RingSource => ({ current: async () => ring, latest: async () => ring });

/** What a ring is read from. */
export interface RingFile {
  readonly path: string;
  read(): Promise<KeyRing>;
  /** Hears once of each change of the file that cannot be used; the ring from before it stays in use. */
  onFailure(cause: unknown): void;
}

/** So old may be what is known of the file, in milliseconds. */
const STALE = 1_000;

/** A ring that follows its file: whoever changes the file changes the keys of every process that uses it. */
export class LiveRing implements RingSource {
  readonly #file: RingFile;
  #ring: KeyRing;
  #mark: string;
  #lookedAt = performance.now();

  private constructor(file: RingFile, ring: KeyRing, mark: string) {
    this.#file = file;
    this.#ring = ring;
    this.#mark = mark;
  }

  /**
   * Reads the file for the first time.
   * @throws Error when it cannot be used
   */
  static async open(file: RingFile): Promise<LiveRing> {
    // Marked before it is read: a change in between is noticed at the next look.
    const mark = await markOf(file.path);
    return new LiveRing(file, await file.read(), mark);
  }

  async current(): Promise<KeyRing> {
    return performance.now() - this.#lookedAt < STALE ? this.#ring : this.latest();
  }

  async latest(): Promise<KeyRing> {
    this.#lookedAt = performance.now();
    const mark = await markOf(this.#file.path);
    if (mark === this.#mark) return this.#ring;
    try {
      this.#ring = await this.#file.read();
    } catch (error) {
      this.#file.onFailure(error);
    }
    this.#mark = mark;
    return this.#ring;
  }
}

/** What is another after every change, also after one that leaves time and size as they were. */
async function markOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? 'missing' : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join('.');
}
