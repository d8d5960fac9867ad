import type { Attribute, ProductCategory } from '@backroom/core/commerce';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aProduct, aProductCategory } from '../builders/shop-records.ts';
import { type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';
import { datedListContract, dayOf, recordListContract } from './record-lists.contract.ts';

/** Categories only. */
export const taxonomyStoreContract = <S extends OpenStores>(
  implementation: string,
  open: () => Promise<S>,
  /** The categories above one, itself included, as reports will read it. */
  readAbove: (stores: S, id: number) => Promise<readonly number[]>,
) =>
  contract(`TaxonomyStore: ${implementation}`, () => {
    let stores: S;
    let taxonomy: OpenStores['taxonomy'];
    beforeAll(async () => {
      stores = await open();
      taxonomy = stores.taxonomy;
    });
    afterAll(() => stores?.close());

    const add = async (changes: Partial<ProductCategory> = {}): Promise<ProductCategory> => {
      const [id = 0] = await taxonomy.nextCategoryIds(1);
      await taxonomy.saveCategories([aProductCategory(id, changes)], NOON);
      return aProductCategory(id, changes);
    };
    const chain = async () => {
      const top = await add();
      const middle = await add({ parentId: top.id });
      return { top, middle, leaf: await add({ parentId: middle.id }) };
    };
    const above = (id: number) => readAbove(stores, id);

    it('returns categories as they were stored', async () => {
      const { top, middle } = await chain();
      expect(await taxonomy.findCategory(middle.id)).toEqual(middle);
      expect(await taxonomy.findCategories([middle.id, 2_000_000_000, top.id])).toEqual([top, middle]);
      expect(await taxonomy.findCategory(2_000_000_000)).toBeUndefined();
    });

    it('keeps children and parents of one save, in any order', async () => {
      const [one = 0, two = 0] = await taxonomy.nextCategoryIds(2);
      const child = aProductCategory(one, { parentId: two });
      const parent = aProductCategory(two);
      await taxonomy.saveCategories([child, parent], NOON);
      expect(await taxonomy.findCategories([one, two])).toEqual([child, parent]);
    });

    it('returns what is above a category, itself included', async () => {
      const { top, middle, leaf } = await chain();
      expect(await above(leaf.id)).toEqual([top.id, middle.id, leaf.id]);
      expect(await above(top.id)).toEqual([top.id]);
    });

    it('moves everything below along to a new parent', async () => {
      const { top, middle, leaf } = await chain();
      const other = await add();
      await taxonomy.saveCategories([{ ...middle, parentId: other.id }], NOON);
      expect(await above(leaf.id)).toEqual([middle.id, leaf.id, other.id]);
      await taxonomy.saveCategories([{ ...middle, parentId: null, name: 'Top' }], NOON);
      expect(await above(leaf.id)).toEqual([middle.id, leaf.id]);
      expect(await above(top.id)).toEqual([top.id]);
    });

    it('refuses a category below itself', async () => {
      const { top, middle, leaf } = await chain();
      for (const parentId of [top.id, leaf.id]) {
        const moved = stores.unitOfWork.run(() => taxonomy.saveCategories([{ ...top, parentId }], NOON));
        await expect(moved).rejects.toMatchObject({ code: 'shop_rest_category_cycle' });
      }
      expect(await above(leaf.id)).toEqual([top.id, middle.id, leaf.id]);
    });

    it('refuses a circle that two make at once', async () => {
      const one = await add();
      const two = await add();
      const under = (child: ProductCategory, parent: ProductCategory) =>
        stores.unitOfWork.run(() => taxonomy.saveCategories([{ ...child, parentId: parent.id }], NOON));
      const done = await Promise.allSettled([under(one, two), under(two, one)]);
      expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    });

    it('allows one unit of work at a time to move categories', async () => {
      const { top, leaf } = await chain();
      const move = (category: ProductCategory) => () => taxonomy.saveCategories([category], NOON);
      expect(await orderOf(stores, move(top), move(leaf))).toEqual(['first', 'second']);
    });

    it('removes a category: its children move up, and the products that lose it are returned', async () => {
      const { top, middle, leaf } = await chain();
      const [one = 0, two = 0] = await stores.products.nextIds(2);
      const headings = { categoryIds: [middle.id, top.id] };
      await stores.products.saveProducts([aProduct(two, headings), aProduct(one, headings)], NOON);
      expect(await taxonomy.removeCategory(middle.id)).toEqual([one, two]);
      expect(await taxonomy.findCategory(leaf.id)).toEqual({ ...leaf, parentId: top.id });
      expect(await above(leaf.id)).toEqual([top.id, leaf.id]);
      expect((await stores.products.find(one))?.categoryIds).toEqual([top.id]);
      expect(await taxonomy.removeCategory(middle.id)).toEqual([]);
    });

    it('counts the products in a category, and once each in it and below it', async () => {
      const { top, middle, leaf } = await chain();
      const other = await add();
      const [one = 0, two = 0, three = 0] = await stores.products.nextIds(3);
      await stores.products.saveProducts(
        [
          aProduct(one, { categoryIds: [middle.id, leaf.id] }),
          aProduct(two, { categoryIds: [leaf.id, other.id], status: 'draft' }),
          aProduct(three, { categoryIds: [top.id] }),
        ],
        NOON,
      );
      const counted = new Map((await taxonomy.countedCategories(10_000)).map((each) => [each.id, each]));
      expect(counted.get(top.id)).toEqual({ ...top, productCount: 1, totalProductCount: 3 });
      expect(counted.get(middle.id)).toEqual({ ...middle, productCount: 1, totalProductCount: 2 });
      expect(counted.get(leaf.id)).toEqual({ ...leaf, productCount: 2, totalProductCount: 2 });
      expect(counted.get(other.id)).toEqual({ ...other, productCount: 1, totalProductCount: 1 });
      const ids = [...counted.keys()];
      expect(ids).toEqual(ids.toSorted((a, b) => a - b));
      expect((await taxonomy.countedCategories(2)).map(({ id }) => id)).toEqual(ids.slice(0, 2));
      const listed = async (categoryId: number) =>
        (await stores.products.list({ orderBy: 'id', order: 'asc', categoryId }, { page: 1, perPage: 10 })).entries.map(
          ({ id }) => id,
        );
      expect(await listed(top.id)).toEqual([one, two, three]);
      expect(await listed(leaf.id)).toEqual([one, two]);
      expect(await listed(other.id)).toEqual([two]);
    });

    it('walks over all categories by id', async () => {
      const walked = await taxonomy.walkCategories(0, 1_000);
      expect(await taxonomy.walkCategories(walked[0]?.id ?? 0, 2)).toEqual(walked.slice(1, 3));
    });

    const color: Attribute = {
      id: 1,
      name: 'Color',
      key: 'pa_color',
      terms: [
        { id: 26, name: 'Green', slug: 'green' },
        { id: 24, name: 'Red', slug: 'red' },
      ],
    };
    const size: Attribute = { id: 2, name: 'Size', key: 'pa_size', terms: [{ id: 27, name: 'S', slug: 's' }] };

    it('returns attributes with their terms as they were stored', async () => {
      await taxonomy.saveAttributes([size, color]);
      expect(await taxonomy.attributes()).toEqual([color, size]);
      const changed = { ...color, name: 'Colour', terms: [{ id: 25, name: 'Blue', slug: 'blue' }] };
      await taxonomy.saveAttributes([changed]);
      await taxonomy.saveAttributes([]);
      expect(await taxonomy.attributes()).toEqual([changed, size]);
    });

    it('refuses a key or a term that another attribute has', async () => {
      const refusal = { code: 'shop_rest_attribute_exists' };
      const save = (attribute: Attribute) => stores.unitOfWork.run(() => taxonomy.saveAttributes([attribute]));
      await expect(save({ ...size, id: 3, terms: [] })).rejects.toMatchObject(refusal);
      await expect(save({ ...size, id: 3, key: 'pa_other' })).rejects.toMatchObject(refusal);
      expect((await taxonomy.attributes()).map(({ id }) => id)).toEqual([1, 2]);
    });
  });

/** What every list of categories promises. */
export const categoryListContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`The list of TaxonomyStore: ${implementation}`, () => {
    let stores: OpenStores;
    const ids = [11, 12, 13, 14, 15];
    const five = ids.map((id, place) => aProductCategory(id, { name: place === 1 ? 'Crème' : 'Mugs' }));
    beforeAll(async () => {
      stores = await open();
      for (const [place, category] of five.entries()) await stores.taxonomy.saveCategories([category], dayOf(place));
    });
    afterAll(() => stores?.close());

    const listed = {
      ids: () => ids,
      list: (...given: Parameters<OpenStores['taxonomy']['listCategories']>) =>
        stores.taxonomy.listCategories(...given),
      searched: 'creme',
      change: async (now: Date) => {
        const changed = five.map((each) => (each.id === 13 ? { ...each, slug: 'other' } : each));
        await stores.taxonomy.saveCategories(changed, now);
      },
    };
    recordListContract(listed);
    datedListContract(listed);
  });
