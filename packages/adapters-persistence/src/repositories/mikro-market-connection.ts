import type { MarketConnection, MarketConnectionStore } from '@backroom/core/marketplace';
import { LockMode } from '@mikro-orm/core';
import type { Database } from '../database.ts';
import { MarketConnectionEntity, toMarketConnection } from '../entities/market-connection.ts';

const where = { id: 1 };
const fresh = { disableIdentityMap: true } as const;

/** The connection with the licence server in PostgreSQL. */
export class MikroMarketConnection implements MarketConnectionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(): Promise<MarketConnection> {
    return toMarketConnection(await this.#database.session().findOneOrFail(MarketConnectionEntity, where, fresh));
  }

  async hold(): Promise<MarketConnection> {
    const lock = { ...fresh, lockMode: LockMode.PESSIMISTIC_WRITE };
    return toMarketConnection(await this.#database.session().findOneOrFail(MarketConnectionEntity, where, lock));
  }

  async save(connection: MarketConnection): Promise<void> {
    await this.#database.session().nativeUpdate(MarketConnectionEntity, where, { ...connection });
  }
}
