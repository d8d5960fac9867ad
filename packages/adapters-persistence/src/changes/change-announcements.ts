import { connectionTimeoutMillis } from '../connection/connecting.ts';
import { noLimits } from '../connection/statement-limits.ts';
import { withLimits } from '../connection/work-context.ts';
import { PacedNotices } from './paced-notices.ts';
import { type ExecuteSql, TableCounters } from './table-counters.ts';
import { CHANGES_CHANNEL } from './topics-of-tables.ts';

/** Follows the topics of committed changes. */
export interface ChangeFollower {
  /** Whether anything listens to what is announced. */
  readonly isFollowed: boolean;
  announce(topic: string): void;
}

/** Minimum interval between two notices of a topic by one process. */
const everyMillis = 1_000;
const comparingMillis = 5_000;
const notifying = `select pg_notify('${CHANGES_CHANNEL}', topic) from unnest($1::text[]) as topic`;
const limits = { ...noLimits, answerMillis: connectionTimeoutMillis };

/**
 * Announces the topics that this process has committed: on a server to all processes, in a transaction of its own, because one
 * with a notice holds up the commits of all others; on the embedded kinds to this process.
 */
export class ChangeAnnouncements {
  /** Undefined for the embedded kinds, which only this process changes. */
  readonly #execute: ExecuteSql | undefined;
  #notices: PacedNotices<string> | undefined;
  #comparing: NodeJS.Timeout | undefined;

  constructor(execute: ExecuteSql | undefined) {
    this.#execute = execute && ((text, values) => withLimits(limits, () => execute(text, values)));
  }

  /** Begins to announce. On a server the follower receives what no process has announced: it compares the counters of tables. */
  begin(follower: ChangeFollower): void {
    const execute = this.#execute;
    const send = async (topics: readonly string[]): Promise<void> => {
      if (execute) await execute(notifying, [topics]);
      else for (const topic of topics) follower.announce(topic);
    };
    this.#notices = new PacedNotices({ everyMillis, most: 100, send });
    if (execute) this.#compare(follower, new TableCounters(execute));
  }

  /** Adds topics that were committed. */
  add(topics: Iterable<string>): void {
    this.#notices?.add(topics);
  }

  /** Announces what is pending, and ends. */
  async close(): Promise<void> {
    clearInterval(this.#comparing);
    await this.#notices?.flush();
  }

  #compare(follower: ChangeFollower, counters: TableCounters): void {
    let isComparing = false;
    const compare = async () => {
      isComparing = true;
      // While the database does not answer, streams learn of it by the connection that hears notices.
      for (const topic of await counters.changedTopics().catch(() => [])) follower.announce(topic);
      isComparing = false;
    };
    this.#comparing = setInterval(() => follower.isFollowed && !isComparing && void compare(), comparingMillis).unref();
  }
}
