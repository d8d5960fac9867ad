import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { addItem, addLocation, aNewCategory, at, freshWord, move, type OpenStores } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const ONE = 10_000;

export const exportStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ExportStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    it('names the category, the default location and the balance there', async () => {
      const { categories, exports } = stores;
      const top = await categories.insert(aNewCategory({ name: 'Top' }), NOON);
      const below = await categories.insert(aNewCategory({ name: 'Below', parentId: top.id }), NOON);
      const shelf = await addLocation(stores);
      const item = await addItem(stores, { categoryId: below.id, barcode: freshWord() });
      await move(stores, at(item), 3 * ONE);
      await move(stores, at(item, shelf), 2 * ONE);
      const [entry] = await exports.items({ ids: [item.id] }, 0, 10);
      expect(entry).toEqual({
        item: await stores.items.find(item.id),
        categoryPath: ['Top', 'Below'],
        defaultLocation: 'MAIN',
        location: 'MAIN',
        quantity: 3 * ONE,
      });
    });

    it('shows the balance at the location of the filter', async () => {
      const shelf = await addLocation(stores);
      const item = await addItem(stores);
      await move(stores, at(item, shelf), 2 * ONE);
      const [entry, ...others] = await stores.exports.items({ location: shelf.code }, 0, 10);
      expect(entry).toMatchObject({
        location: shelf.code,
        defaultLocation: 'MAIN',
        quantity: 2 * ONE,
        categoryPath: null,
      });
      expect(others).toEqual([]);
    });

    it('returns items behind an id in the order of ids, up to a limit', async () => {
      const q = freshWord();
      const all = [];
      for (let n = 0; n < 5; n += 1) all.push(await addItem(stores, { name: `${q} ${5 - n}` }));
      const ids = all.map(({ id }) => id);
      const following = async (afterId: number, limit: number) =>
        (await stores.exports.items({ q, archived: 'any' }, afterId, limit)).map(({ item }) => item.id);
      expect(await following(0, 2)).toEqual(ids.slice(0, 2));
      expect(await following(ids[1] ?? 0, 2)).toEqual(ids.slice(2, 4));
      expect(await following(ids[4] ?? 0, 2)).toEqual([]);
    });

    it('returns the keys of attributes of what matches, each once, in order', async () => {
      const q = freshWord();
      await addItem(stores, { name: q, attributes: { b: 1, a_1: 'x' } });
      await addItem(stores, { name: q, attributes: { b: null, aa: true } });
      await addItem(stores, { attributes: { other: 1 } });
      expect(await stores.exports.attributeKeys({ q })).toEqual(['a_1', 'aa', 'b']);
      expect(await stores.exports.attributeKeys({ q: freshWord() })).toEqual([]);
    });

    it('returns operations behind an id in the order of the ledger', async () => {
      const item = await addItem(stores);
      const moved = [];
      for (let n = 1; n <= 3; n += 1) moved.push(await move(stores, at(item), n * ONE));
      const filter = { itemId: item.id };
      expect(await stores.exports.operations(filter, 0, 2)).toEqual(moved.slice(0, 2));
      expect(await stores.exports.operations(filter, moved[1]?.id ?? 0, 2)).toEqual(moved.slice(2));
      expect(await stores.exports.operations({ ...filter, type: ['issue'] }, 0, 2)).toEqual([]);
    });
  });
