import type { ConnectorError, ConnectorErrorStore, NewConnectorError } from '@backroom/core/connector';
import { LockMode, QueryOrder } from '@mikro-orm/core';
import type { Database } from '../database.ts';
import { ConnectorErrorEntity, toConnectorError } from '../entities/connector-records.ts';

const fresh = { disableIdentityMap: true } as const;

/** Errors of requests of the other site in PostgreSQL. */
export class MikroConnectorErrors implements ConnectorErrorStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async put(error: NewConnectorError): Promise<void> {
    await this.#session.upsert(
      ConnectorErrorEntity,
      { ...error, isVerified: false, nonceDigest: null },
      { disableIdentityMap: true },
    );
  }

  async expectProof(requestNonce: string, nonceDigest: string): Promise<boolean> {
    const where = { requestNonce, isVerified: false };
    return (await this.#session.nativeUpdate(ConnectorErrorEntity, where, { nonceDigest })) > 0;
  }

  async verify(nonceDigest: string, now: Date): Promise<ConnectorError | undefined> {
    const lock = { ...fresh, lockMode: LockMode.PESSIMISTIC_WRITE };
    const where = { nonceDigest, isVerified: false, expiresAt: { $gt: now } };
    const row = await this.#session.findOne(ConnectorErrorEntity, where, lock);
    if (row === null) return undefined;
    const { errorCode, userId } = row;
    await this.#session.nativeDelete(ConnectorErrorEntity, { errorCode, userId, isVerified: true });
    await this.#session.nativeUpdate(
      ConnectorErrorEntity,
      { errorCode, userId, isVerified: false },
      { isVerified: true, nonceDigest: null, requestNonce: null, expiresAt: null },
    );
    return toConnectorError(row);
  }

  async listVerified(): Promise<readonly ConnectorError[]> {
    const orderBy = { timestamp: QueryOrder.DESC };
    const found = await this.#session.find(
      ConnectorErrorEntity,
      { isVerified: true },
      { ...fresh, orderBy, limit: 100 },
    );
    return found.map(toConnectorError);
  }

  forget(now: Date): Promise<number> {
    return this.#session.nativeDelete(ConnectorErrorEntity, { isVerified: false, expiresAt: { $lte: now } });
  }

  get #session() {
    return this.#database.session();
  }
}
