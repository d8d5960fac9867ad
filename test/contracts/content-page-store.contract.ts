import type { ContentPage } from '@backroom/core/content';
import { dayOf, recordListContract } from '@backroom/testing';
import { NOON } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Stores } from '../support/stores.ts';

const aPage = (id: number, changes: Partial<ContentPage> = {}): ContentPage => ({
  id,
  slug: `page-${id}`,
  title: 'About us',
  content: '<p>We sell mugs.</p>',
  status: 'publish',
  author: null,
  createdAt: NOON,
  modified: NOON,
  permalink: null,
  ...changes,
});

/** What every store of pages promises. */
export function contentPageStoreContract(name: string, open: () => Promise<Stores>): void {
  describe(name, () => {
    let stores: Stores;
    const save = (page: ContentPage) => stores.unitOfWork.run(() => stores.pages.save(page));
    const add = async (changes: Partial<ContentPage> = {}) => {
      const page = aPage(await stores.pages.nextId(), changes);
      await save(page);
      return page;
    };
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('returns what was stored, by id and by slug', async () => {
      const { userId } = await stores.users.systemUser();
      const page = await add({ author: userId, status: 'draft', slug: 'чай' });
      expect(await stores.pages.find(page.id)).toEqual(page);
      expect(await stores.pages.findBySlug('чай')).toEqual(page);
      expect(await stores.pages.findBySlug('Чай')).toBeUndefined();
      expect(await stores.pages.find(2_000_000_000)).toBeUndefined();
    });

    it('replaces a page', async () => {
      const page = await add();
      const changed = { ...page, title: 'Who we are', content: '', author: null };
      await save(changed);
      expect(await stores.pages.find(page.id)).toEqual(changed);
    });

    it('deletes a page, and ignores one that is missing', async () => {
      const { id } = await add();
      for (let times = 0; times < 2; times += 1) await stores.unitOfWork.run(() => stores.pages.remove(id));
      expect(await stores.pages.find(id)).toBeUndefined();
    });

    it('names the owners of slugs', async () => {
      const one = await add({ slug: 'one' });
      const two = await add({ slug: 'two' });
      const owners = await stores.pages.slugOwners({ slugs: ['one', 'none'], id: two.id });
      expect(owners.toSorted((a, b) => a.id - b.id)).toEqual([
        { id: one.id, slug: 'one' },
        { id: two.id, slug: 'two' },
      ]);
    });

    it('draws ids that no page has, above imported ones', async () => {
      const low = await stores.pages.nextId();
      await save(aPage(low + 50));
      expect(await stores.pages.nextId()).toBe(low + 51);
    });

    it('allows another try of a unit when a slug was taken meanwhile', async () => {
      const slugs = ['rush', 'rush-2'];
      const ids = [await stores.pages.nextId(), await stores.pages.nextId()];
      const attempts: string[] = [];
      const units = ids.map((id) =>
        stores.unitOfWork.run(async () => {
          const owners = await stores.pages.slugOwners({ slugs, id });
          const slug = slugs.find((each) => owners.every((owner) => owner.slug !== each)) ?? 'none';
          attempts.push(slug);
          await stores.pages.save(aPage(id, { slug }));
        }),
      );
      await Promise.all(units);
      const stored = await Promise.all(ids.map(async (id) => (await stores.pages.find(id))?.slug));
      expect(stored.toSorted()).toEqual(slugs);
    });
  });

  describe(`lists of ${name}`, () => {
    let stores: Stores;
    const five = [11, 12, 13, 14, 15].map((id, place) =>
      aPage(id, { createdAt: dayOf(place), title: place === 1 ? 'Crème' : 'Tea' }),
    );
    beforeAll(async () => {
      stores = await open();
      for (const page of five) await stores.unitOfWork.run(() => stores.pages.save(page));
    });
    afterAll(() => stores?.close());

    recordListContract({
      ids: () => five.map(({ id }) => id),
      list: (filter, page) => stores.pages.list(filter, page),
      searched: 'creme',
      change: (now) =>
        stores.unitOfWork.run(() => stores.pages.save({ ...aPage(13), createdAt: dayOf(2), modified: now })),
    });

    it('shows what is in some statuses', async () => {
      await stores.unitOfWork.run(() => stores.pages.save(aPage(14, { status: 'draft', createdAt: dayOf(3) })));
      const list = await stores.pages.list(
        { status: ['draft'], orderBy: 'id', order: 'asc' },
        { page: 1, perPage: 10 },
      );
      expect(list.entries.map(({ id }) => id)).toEqual([14]);
    });
  });
}
