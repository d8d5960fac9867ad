import type { PhonePairing, PhonePairingStore } from '@backroom/core/notifications';
import { LockMode } from '@mikro-orm/core';
import type { Database } from '../database.ts';
import { PhonePairingEntity, pairingColumns, toPhonePairing } from '../entities/phone-pairing.ts';

const ID = 1;

/** The pairing of the phone in PostgreSQL. */
export class MikroPhonePairingStore implements PhonePairingStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(): Promise<PhonePairing> {
    return toPhonePairing(
      await this.#database.session().findOneOrFail(PhonePairingEntity, { id: ID }, { refresh: true }),
    );
  }

  async hold(): Promise<PhonePairing> {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
    return toPhonePairing(await this.#database.session().findOneOrFail(PhonePairingEntity, { id: ID }, lock));
  }

  async save(pairing: PhonePairing): Promise<void> {
    const session = this.#database.session();
    session.assign(await session.findOneOrFail(PhonePairingEntity, { id: ID }), pairingColumns(pairing));
    await session.flush();
  }
}
