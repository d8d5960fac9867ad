import { reportTookTooLong } from '@backroom/core/analytics';
import { type Kysely, sql } from 'kysely';
import type { MonotonicClock } from './recent-writes.ts';

/** The limit of a shared snapshot. */
export interface SnapshotLimit {
  /** More than 0. */
  readonly millis: number;
  readonly elapsed: MonotonicClock;
}

/** Time of a shared snapshot: all its statements together may take as long as one report. */
export class SnapshotTime {
  readonly #limit: SnapshotLimit | undefined;
  readonly #start: number;

  constructor(limit: SnapshotLimit | undefined) {
    this.#limit = limit;
    this.#start = limit?.elapsed() ?? 0;
  }

  /**
   * Limits the next statement to the time that is left. Without a statement of its own as long as most of the time is left, because
   * the timeout of the connection then suffices.
   * @throws DomainError `shop_analytics_report_timeout`
   */
  async limit<T>(db: Kysely<T>): Promise<void> {
    if (!this.#limit) return;
    const { millis, elapsed } = this.#limit;
    const spent = elapsed() - this.#start;
    if (spent < millis / 10) return;
    const left = Math.floor(millis - spent);
    if (left <= 0) throw reportTookTooLong();
    await sql`set local statement_timeout = ${sql.lit(left)}`.execute(db);
  }
}
