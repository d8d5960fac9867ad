import { reportTookTooLong } from '@backroom/core/analytics';
import { type Kysely, sql } from 'kysely';

/** Time of a shared snapshot: all its statements together may take as long as one report. */
export class SnapshotTime {
  readonly #millis: number;
  readonly #start = performance.now();

  /** `millis` is the limit; 0 for none. */
  constructor(millis: number) {
    this.#millis = millis;
  }

  /**
   * Limits the next statement to the time that is left. Without a statement of its own as long as most of the time is left, because
   * the timeout of the connection then suffices.
   * @throws DomainError `shop_analytics_report_timeout`
   */
  async limit<T>(db: Kysely<T>): Promise<void> {
    const spent = performance.now() - this.#start;
    if (this.#millis === 0 || spent < this.#millis / 10) return;
    const left = Math.floor(this.#millis - spent);
    if (left <= 0) throw reportTookTooLong();
    await sql`set local statement_timeout = ${sql.lit(left)}`.execute(db);
  }
}
