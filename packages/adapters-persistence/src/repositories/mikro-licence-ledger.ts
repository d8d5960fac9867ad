import { LICENCES, type Licence, type LicenceLedger, type NewLicence } from '@backroom/core/marketplace';
import { type FilterQuery, LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Database } from '../database.ts';
import { CollidedWork } from '../database-errors.ts';
import { LicenceEntity, type LicenceRow, licenceColumns, toLicence } from '../entities/licence.ts';

const lockMode = LockMode.PESSIMISTIC_WRITE;

/** Licences in PostgreSQL. */
export class MikroLicenceLedger implements LicenceLedger {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(productKey: string): Promise<Licence | undefined> {
    return this.#one({ productKey });
  }

  hold(productKey: string): Promise<Licence | undefined> {
    return this.#one({ productKey }, { lockMode });
  }

  findOrder(productId: number): Promise<Licence | undefined> {
    return this.#one({ productId, origin: 'order' });
  }

  async list(): Promise<readonly Licence[]> {
    const options = { disableIdentityMap: true, orderBy: { id: 'desc' }, limit: LICENCES } as const;
    return (await this.#em.find(LicenceEntity, {}, options)).map(toLicence);
  }

  async insert(licence: NewLicence): Promise<Licence> {
    try {
      const id = await this.#em.insert(LicenceEntity, licenceColumns(licence));
      return { ...licence, id: Number(id) };
    } catch (error) {
      // The key, or an order of the product, was not there when it was looked for: a concurrent unit has added it.
      if (error instanceof UniqueConstraintViolationException)
        throw new CollidedWork('A licence was added concurrently.', { cause: error });
      throw error;
    }
  }

  async save({ id, ...licence }: Licence): Promise<void> {
    await this.#em.nativeUpdate(LicenceEntity, { id }, licenceColumns(licence));
  }

  async #one(where: FilterQuery<LicenceRow>, lock = {}): Promise<Licence | undefined> {
    const row = await this.#em.findOne(LicenceEntity, where, { disableIdentityMap: true, ...lock });
    return row === null ? undefined : toLicence(row);
  }

  get #em(): SqlEntityManager {
    return this.#database.session();
  }
}
