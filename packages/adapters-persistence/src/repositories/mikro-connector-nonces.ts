import type { ConnectorNonceStore } from '@backroom/core/connector';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { ConnectorNonceEntity } from '../entities/connector-records.ts';

/** Nonces of signed requests in PostgreSQL. */
export class MikroConnectorNonces implements ConnectorNonceStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async add(...[direction, nonce, { now, expiresAt }]: Parameters<ConnectorNonceStore['add']>): Promise<boolean> {
    const db = this.#database.kysely();
    // Every nonce deletes up to ten expired ones, which bounds the growth of the table.
    await sql`
      delete from connector_nonce where (nonce, direction) in (
        select nonce, direction from connector_nonce where expires_at <= ${now} limit 10 for update skip locked)`.execute(
      db,
    );
    const { numAffectedRows = 0n } = await sql`
      insert into connector_nonce (nonce, direction, expires_at) values (${nonce}, ${direction}, ${expiresAt})
      on conflict do nothing`.execute(db);
    return numAffectedRows > 0n;
  }

  async takeSent(nonce: string, now: Date): Promise<boolean> {
    const session = this.#database.session();
    const taken = await session.nativeDelete(ConnectorNonceEntity, {
      nonce,
      direction: 'sent',
      expiresAt: { $gt: now },
    });
    return taken > 0;
  }

  forget(now: Date): Promise<number> {
    return this.#database.session().nativeDelete(ConnectorNonceEntity, { expiresAt: { $lte: now } });
  }
}
