import type { Ids } from '@backroom/core';

/** Sequential ids in the form of UUIDs, predictable for tests. */
export class CountingIds implements Ids {
  #last = 0;

  next(): string {
    this.#last += 1;
    return `00000000-0000-4000-8000-${String(this.#last).padStart(12, '0')}`;
  }
}
