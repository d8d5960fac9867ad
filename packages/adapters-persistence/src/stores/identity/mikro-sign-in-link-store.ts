import type { SignInLink, SignInLinkStore } from '@backroom/core/identity';
import type { Database } from '../../database.ts';

/** Sign-in links in PostgreSQL, kept until their expiry. */
export class MikroSignInLinkStore implements SignInLinkStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async insert({ digest, userId, tokenVersion, createdAt, expiresAt }: SignInLink): Promise<void> {
    await this.#database
      .kysely()
      .insertInto('sign_in_link')
      .values({
        digest,
        user_id: userId,
        token_version: tokenVersion,
        created_at: createdAt,
        expires_at: expiresAt,
        used_at: null,
      })
      .execute();
  }

  async spend(digest: string, now: Date): Promise<SignInLink | undefined> {
    const row = await this.#database
      .kysely()
      .updateTable('sign_in_link')
      .set({ used_at: now })
      .where('digest', '=', digest)
      .where('used_at', 'is', null)
      .where('expires_at', '>', now)
      .returning(['user_id', 'token_version', 'created_at', 'expires_at'])
      .executeTakeFirst();
    return (
      row && {
        digest,
        userId: row.user_id,
        tokenVersion: row.token_version,
        createdAt: row.created_at,
        expiresAt: row.expires_at,
      }
    );
  }

  async forgetExpired(now: Date): Promise<number> {
    const { numDeletedRows } = await this.#database
      .kysely()
      .deleteFrom('sign_in_link')
      .where('expires_at', '<=', now)
      .executeTakeFirstOrThrow();
    return Number(numDeletedRows);
  }
}
