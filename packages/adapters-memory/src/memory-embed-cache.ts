import type { Clock } from '@backroom/core';
import type { EmbedCache } from '@backroom/core/embeds';
import { LRUCache } from 'lru-cache';

const MOST_ENTRIES = 2_000;
/** In characters of JSON. */
const MOST_CONTENT = 16 * 1_048_576;

/** Keeps answers of embed providers in this process, the least recently used ones making room. */
export class MemoryEmbedCache implements EmbedCache {
  readonly #entries: LRUCache<string, object>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#entries = new LRUCache({
      max: MOST_ENTRIES,
      maxSize: MOST_CONTENT,
      sizeCalculation: (value, key) => JSON.stringify(value).length + key.length,
      perf: { now: () => clock.now().getTime() },
      ttlResolution: 0,
    });
  }

  read(key: string): unknown {
    return this.#entries.get(key);
  }

  store(key: string, value: object, lifetimeMs: number): void {
    this.#entries.set(key, value, { ttl: lifetimeMs });
  }
}
