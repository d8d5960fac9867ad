import { EXTENSIONS, type Extension, type ExtensionStore, type NewExtension } from '@backroom/core/extensions';
import { LockMode, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Database } from '../database.ts';
import { CollidedWork } from '../database-errors.ts';
import { ExtensionEntity, extensionColumns, toExtension } from '../entities/extension.ts';

const lockMode = LockMode.PESSIMISTIC_WRITE;

/** Installed extensions in PostgreSQL. */
export class MikroExtensionStore implements ExtensionStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(slug: string): Promise<Extension | undefined> {
    return this.#one(slug);
  }

  hold(slug: string): Promise<Extension | undefined> {
    return this.#one(slug, { lockMode });
  }

  async list(): Promise<readonly Extension[]> {
    const options = { disableIdentityMap: true, orderBy: { slug: 'asc' }, limit: EXTENSIONS } as const;
    return (await this.#em.find(ExtensionEntity, {}, options)).map(toExtension);
  }

  async insert(draft: NewExtension): Promise<Extension> {
    const extension = { ...draft, revision: 1 };
    try {
      await this.#em.insert(ExtensionEntity, extensionColumns(extension));
      return extension;
    } catch (error) {
      // The slug was free when it was looked for: a concurrent unit has added it.
      if (error instanceof UniqueConstraintViolationException)
        throw new CollidedWork('An extension was added concurrently.', { cause: error });
      throw error;
    }
  }

  async save(extension: Extension): Promise<Extension> {
    const { slug, revision } = extension;
    const saved = { ...extension, revision: revision + 1 };
    const changed = await this.#em.nativeUpdate(ExtensionEntity, { slug, revision }, extensionColumns(saved));
    if (changed === 0) throw new CollidedWork('An extension was changed concurrently.');
    return saved;
  }

  async remove(slug: string): Promise<void> {
    await this.#em.nativeDelete(ExtensionEntity, { slug });
  }

  async #one(slug: string, lock = {}): Promise<Extension | undefined> {
    const row = await this.#em.findOne(ExtensionEntity, { slug }, { disableIdentityMap: true, ...lock });
    return row === null ? undefined : toExtension(row);
  }

  get #em(): SqlEntityManager {
    return this.#database.session();
  }
}
