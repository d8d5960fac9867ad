import type { Claim, IdempotencyKey, IdempotencyRecord, IdempotencyStore } from '@backroom/core';
import { sql } from 'kysely';
import type { Database } from '../database.ts';

interface ClaimRow {
  readonly state: 'running' | 'done';
  readonly fingerprint: string;
  readonly answer: string;
}

/** Stored responses of keyed requests in PostgreSQL; an advisory lock reserves a key until the transaction ends. */
export class MikroIdempotencyStore implements IdempotencyStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async claim(userId: number, { key, route }: IdempotencyKey, now: Date): Promise<Claim> {
    const { rows } = await sql<ClaimRow>`
      select state, fingerprint, answer from claim_request_key(${userId}, ${route}, ${key}, ${now})`.execute(
      this.#database.kysely(),
    );
    const [row] = rows;
    if (!row) return { state: 'fresh' };
    return row.state === 'running'
      ? { state: 'running' }
      : { state: 'done', fingerprint: row.fingerprint, answer: JSON.parse(row.answer) };
  }

  async settle(
    userId: number,
    { key, route, fingerprint }: IdempotencyKey,
    { answer, keptAt, expiresAt }: IdempotencyRecord,
  ): Promise<void> {
    const values = { fingerprint, answer: JSON.stringify(answer), expires_at: expiresAt };
    const db = this.#database.kysely();
    // Every write deletes up to ten expired rows, which bounds the growth of the table.
    await sql`
      delete from idempotency where (user_id, route, key) in (
        select user_id, route, key from idempotency where expires_at <= ${keptAt} limit 10 for update skip locked)`.execute(
      db,
    );
    await db
      .insertInto('idempotency')
      .values({ user_id: userId, route, key, ...values })
      .onConflict((conflict) => conflict.columns(['user_id', 'route', 'key']).doUpdateSet(values))
      .execute();
  }
}
