import type { CommittedChanges } from '@backroom/core/live';

/** Passes notices of changes to their followers. */
export class MemoryChanges implements CommittedChanges {
  readonly #followers = new Set<(topic: string | undefined) => void>();

  follow(listener: (topic: string | undefined) => void): () => void {
    this.#followers.add(listener);
    return () => void this.#followers.delete(listener);
  }

  get isFollowed(): boolean {
    return this.#followers.size > 0;
  }

  /** Announces a change; undefined where some may have been missed. */
  announce(topic: string | undefined): void {
    for (const follow of this.#followers) follow(topic);
  }
}
