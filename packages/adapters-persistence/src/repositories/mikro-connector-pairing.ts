import type { ConnectorPairingStore, Pairing } from '@backroom/core/connector';
import { LockMode } from '@mikro-orm/core';
import type { Database } from '../database.ts';
import { ConnectorPairingEntity, connectorColumns, toConnectorPairing } from '../entities/connector-pairing.ts';

const where = { id: 1 };
const fresh = { disableIdentityMap: true } as const;

/** The pairing with another installation in PostgreSQL. */
export class MikroConnectorPairing implements ConnectorPairingStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(): Promise<Pairing> {
    return toConnectorPairing(await this.#database.session().findOneOrFail(ConnectorPairingEntity, where, fresh));
  }

  async hold(): Promise<Pairing> {
    const lock = { ...fresh, lockMode: LockMode.PESSIMISTIC_WRITE };
    return toConnectorPairing(await this.#database.session().findOneOrFail(ConnectorPairingEntity, where, lock));
  }

  async save(pairing: Pairing): Promise<void> {
    await this.#database.session().nativeUpdate(ConnectorPairingEntity, where, connectorColumns(pairing));
  }
}
