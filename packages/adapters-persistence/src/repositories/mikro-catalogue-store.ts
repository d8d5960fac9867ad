import type { CatalogueState, CatalogueStore } from '@backroom/core/marketplace';
import { LockMode } from '@mikro-orm/core';
import type { Database } from '../database.ts';
import { CatalogueCopyEntity, catalogueColumns, toCatalogueState } from '../entities/catalogue-copy.ts';

const ID = 1;
const fresh = { disableIdentityMap: true } as const;

/** The extension catalogue in PostgreSQL. */
export class MikroCatalogueStore implements CatalogueStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async read(): Promise<CatalogueState> {
    return toCatalogueState(await this.#database.session().findOneOrFail(CatalogueCopyEntity, { id: ID }, fresh));
  }

  async hold(): Promise<CatalogueState> {
    const lock = { ...fresh, lockMode: LockMode.PESSIMISTIC_WRITE };
    return toCatalogueState(await this.#database.session().findOneOrFail(CatalogueCopyEntity, { id: ID }, lock));
  }

  async document(): Promise<{ readonly revision: number; readonly text: string } | undefined> {
    const { revision, document } = await this.#database
      .session()
      .findOneOrFail(CatalogueCopyEntity, { id: ID }, { ...fresh, fields: ['revision', 'document'] });
    return document == null ? undefined : { revision, text: document };
  }

  async save(state: CatalogueState, document?: string): Promise<void> {
    const columns = { ...catalogueColumns(state), ...(document !== undefined && { document }) };
    await this.#database.session().nativeUpdate(CatalogueCopyEntity, { id: ID }, columns);
  }
}
