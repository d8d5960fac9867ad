import type { RevocationStore } from '@backroom/core/identity';
import { sql } from 'kysely';
import type { Database } from '../../database.ts';

/** Revoked tokens in PostgreSQL, kept until their expiry. */
export class MikroRevocationStore implements RevocationStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async revoke(tokenId: string, userId: number, expiresAt: Date, from?: Date): Promise<void> {
    await sql`
      insert into revoked_token as known (token_id, user_id, expires_at, revoked_from)
      values (${tokenId}, ${userId}, ${expiresAt}, ${from ?? null})
      on conflict (token_id) do update
        set revoked_from = case when excluded.revoked_from is not null then least(known.revoked_from, excluded.revoked_from) end
        where known.revoked_from > excluded.revoked_from or (known.revoked_from is not null and excluded.revoked_from is null)`.execute(
      this.#database.kysely(),
    );
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
