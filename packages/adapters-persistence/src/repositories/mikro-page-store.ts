import { offsetOf, type Page, type PageRequest } from '@backroom/core';
import type { SlugOwner } from '@backroom/core/commerce';
import type { ContentPage, ContentPageFilter, ContentPageStore } from '@backroom/core/content';
import { type FilterQuery, UniqueConstraintViolationException } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { CollidedWork } from '../database-errors.ts';
import { fromPage, PageEntity, type StoredPage, toPage } from '../entities/page.ts';
import { allocateIds } from '../stores/commerce/record-writes.ts';
import { pattern } from '../stores/search.ts';

/** Pages of the public site as entities. */
export class MikroPageStore implements ContentPageStore {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async find(id: number): Promise<ContentPage | undefined> {
    const stored = await this.#em.findOne(PageEntity, { id });
    return stored ? toPage(stored) : undefined;
  }

  async findBySlug(slug: string): Promise<ContentPage | undefined> {
    const stored = await this.#em.findOne(PageEntity, { slug });
    return stored ? toPage(stored) : undefined;
  }

  async slugOwners({
    slugs,
    id,
  }: {
    readonly slugs: readonly string[];
    readonly id: number;
  }): Promise<readonly SlugOwner[]> {
    const stored = await this.#em.find(PageEntity, { $or: [{ slug: { $in: [...slugs] } }, { id }] });
    return stored.map((page) => ({ id: page.id, slug: page.slug }));
  }

  async nextId(): Promise<number> {
    const [id = 0] = await allocateIds(this.#database.kysely(), 'page', 1);
    return id;
  }

  async save(page: ContentPage): Promise<void> {
    const em = this.#em;
    const stored = await em.findOne(PageEntity, { id: page.id });
    if (stored) em.assign(stored, fromPage(page));
    else {
      // Ids that are drawn later must not collide with an id that was supplied.
      await sql`select raise_record_ids('page_id_seq', ${page.id})`.execute(this.#database.kysely());
      em.persist(em.create(PageEntity, fromPage(page)));
    }
    try {
      await em.flush();
    } catch (error) {
      // Id and slug were free when they were chosen: a concurrent unit took one of them.
      if (error instanceof UniqueConstraintViolationException)
        throw new CollidedWork('A page was stored concurrently.', { cause: error });
      throw error;
    }
  }

  async remove(id: number): Promise<void> {
    const em = this.#em;
    const stored = await em.findOne(PageEntity, { id });
    if (!stored) return;
    em.remove(stored);
    await em.flush();
  }

  async list(filter: ContentPageFilter, page: PageRequest): Promise<Page<ContentPage>> {
    const [stored, total] = await this.#em.findAndCount(PageEntity, conditionOf(filter), {
      orderBy: orderOf(filter),
      limit: page.perPage,
      offset: offsetOf(page),
    });
    return { entries: stored.map(toPage), total };
  }

  get #em(): SqlEntityManager {
    return this.#database.session();
  }
}

function conditionOf(filter: ContentPageFilter): FilterQuery<StoredPage> {
  const { include, exclude = [], search, status, after, before, modifiedAfter } = filter;
  const conditions: FilterQuery<StoredPage>[] = [
    ...(include === undefined ? [] : [{ id: { $in: [...include] } }]),
    ...(exclude.length === 0 ? [] : [{ id: { $nin: [...exclude] } }]),
    ...(search === undefined ? [] : [{ searchText: { $like: pattern(search) } }]),
    ...(status === undefined ? [] : [{ status: { $in: [...status] } }]),
    ...(after === undefined ? [] : [{ createdAt: { $gte: after } }]),
    ...(before === undefined ? [] : [{ createdAt: { $lte: before } }]),
    ...(modifiedAfter === undefined ? [] : [{ modifiedAt: { $gte: modifiedAfter } }]),
  ];
  return { $and: conditions };
}

const orderOf = ({ orderBy, order }: ContentPageFilter) => {
  if (orderBy === 'id') return [{ id: order }];
  return [orderBy === 'date' ? { createdAt: order } : { modifiedAt: order }, { id: order }];
};
