import type { IdentityPorts } from '../identity/index.ts';
import type { KernelPorts } from '../kernel/ports.ts';
import type { LiveFeed } from './live-feed.ts';

/** The changes that processes commit to the database. */
export interface CommittedChanges {
  /**
   * Calls the listener after each commit of this and of other processes with the topic of what it changed, a word of the database;
   * undefined where notices may have been missed. Returns the function that ends it.
   */
  follow(listener: (topic: string | undefined) => void): () => void;
}

/** The ports of the live context. */
export interface LivePorts extends KernelPorts, Pick<IdentityPorts, 'users'> {
  readonly changes: CommittedChanges;
  /** Made by `createCore`. */
  readonly liveFeed: LiveFeed;
}

/** Whether the database or another adapter supplies each port. */
export const livePorts = { changes: 'service' } as const;
