import { stat } from 'node:fs/promises';
import type { KeyRing } from './token-keys.ts';

/** Provides the token keys. */
export interface RingSource {
  /** The ring, at most one second old. */
  current(): Promise<KeyRing>;
  /** The ring after a check of its file. */
  latest(): Promise<KeyRing>;
}

/** A ring that never changes. */
export const fixedRing = (ring: KeyRing): RingSource => ({ current: async () => ring, latest: async () => ring });

export interface RingFile {
  readonly path: string;
  read(): Promise<KeyRing>;
  /** Called once per invalid change of the file; the previous ring stays in use. */
  onFailure(cause: unknown): void;
}

/** Maximum age of the last check of the file (ms). */
const MAX_AGE = 1_000;

/** A ring that is reloaded when its file changes. */
export class LiveRing implements RingSource {
  readonly #file: RingFile;
  #ring: KeyRing;
  #version: string;
  #checkedAt = performance.now();

  private constructor(file: RingFile, ring: KeyRing, version: string) {
    this.#file = file;
    this.#ring = ring;
    this.#version = version;
  }

  /**
   * Reads the file.
   * @throws Error when it is invalid
   */
  static async open(file: RingFile): Promise<LiveRing> {
    // Taken before reading, so that a change in between is detected by the next check.
    const version = await versionOf(file.path);
    return new LiveRing(file, await file.read(), version);
  }

  async current(): Promise<KeyRing> {
    return performance.now() - this.#checkedAt < MAX_AGE ? this.#ring : this.latest();
  }

  async latest(): Promise<KeyRing> {
    this.#checkedAt = performance.now();
    const version = await versionOf(this.#file.path);
    if (version === this.#version) return this.#ring;
    try {
      this.#ring = await this.#file.read();
    } catch (error) {
      this.#file.onFailure(error);
    }
    this.#version = version;
    return this.#ring;
  }
}

/** Identifies a version of the file; the inode and ctime reveal changes that keep mtime and size. */
async function versionOf(path: string): Promise<string> {
  const found = await stat(path, { bigint: true }).catch(() => undefined);
  return found === undefined ? 'missing' : [found.ino, found.size, found.mtimeNs, found.ctimeNs].join('.');
}
