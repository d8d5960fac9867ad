import type { NoticeStore } from '@backroom/core/back-office';
import type { Database } from '../../database.ts';

/** Notices that users have dismissed, in PostgreSQL. */
export class MikroNoticeStore implements NoticeStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async dismiss(userId: number, noticeId: string, at: Date): Promise<void> {
    await this.#database
      .kysely()
      .insertInto('dismissed_notice')
      .values({ user_id: userId, notice_id: noticeId, dismissed_at: at })
      .onConflict((conflict) => conflict.columns(['user_id', 'notice_id']).doUpdateSet({ dismissed_at: at }))
      .execute();
  }

  async dismissedBy(userId: number): Promise<ReadonlyMap<string, Date>> {
    const rows = await this.#database
      .kysely()
      .selectFrom('dismissed_notice')
      .select(['notice_id', 'dismissed_at'])
      .where('user_id', '=', userId)
      .execute();
    return new Map(rows.map(({ notice_id, dismissed_at }) => [notice_id, dismissed_at]));
  }
}
