import { THEMES, type Theme, type ThemeStore } from '@backroom/core/themes';
import { UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { Database } from '../database.ts';
import { CollidedWork } from '../database-errors.ts';
import { ThemeEntity, toTheme } from '../entities/theme.ts';

/** Installed themes in PostgreSQL. */
export class MikroThemeStore implements ThemeStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  find(slug: string): Promise<Theme | undefined> {
    return this.#one({ slug });
  }

  active(): Promise<Theme | undefined> {
    return this.#one({ isActive: true });
  }

  async list(): Promise<readonly Theme[]> {
    const options = { disableIdentityMap: true, orderBy: { slug: 'asc' }, limit: THEMES } as const;
    return (await this.#em.find(ThemeEntity, {}, options)).map(toTheme);
  }

  async insert(theme: Theme): Promise<void> {
    await collidingOn('A theme was added concurrently.', () => this.#em.insert(ThemeEntity, { ...theme }));
  }

  async activate(slug: string | null, at: Date): Promise<boolean> {
    const others = slug === null ? { isActive: true } : { isActive: true, slug: { $ne: slug } };
    const ended = await this.#em.nativeUpdate(ThemeEntity, others, { isActive: false });
    if (slug === null) return ended > 0;
    const begun = await collidingOn('A theme was activated concurrently.', () =>
      this.#em.nativeUpdate(ThemeEntity, { slug, isActive: false }, { isActive: true, activatedAt: at }),
    );
    return begun > 0;
  }

  async remove(slug: string): Promise<boolean> {
    return (await this.#em.nativeDelete(ThemeEntity, { slug, isActive: false })) > 0;
  }

  async #one(where: { readonly slug: string } | { readonly isActive: true }): Promise<Theme | undefined> {
    const row = await this.#em.findOne(ThemeEntity, where, { disableIdentityMap: true });
    return row === null ? undefined : toTheme(row);
  }

  get #em(): SqlEntityManager {
    return this.#database.session();
  }
}

/** What was free when it was looked for has been taken by a concurrent unit. */
async function collidingOn<T>(message: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof UniqueConstraintViolationException) throw new CollidedWork(message, { cause: error });
    throw error;
  }
}
