import type { RevocationStore } from '@backroom/core/identity';
import type { Database } from '../../database.ts';

/** Revoked tokens in PostgreSQL, kept until their expiry. */
export class MikroRevocationStore implements RevocationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async revoke(tokenId: string, userId: number, expiresAt: Date): Promise<void> {
    await this.#database
      .kysely()
      .insertInto('revoked_token')
      .values({ token_id: tokenId, user_id: userId, expires_at: expiresAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  async forgetExpired(now: Date): Promise<number> {
    const { numDeletedRows } = await this.#database
      .kysely()
      .deleteFrom('revoked_token')
      .where('expires_at', '<=', now)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
