import { type Item, type ItemFilter, type ItemSortField, stockStatuses } from '@backroom/core/inventory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import {
  addItem,
  addLocation,
  aNewCategory,
  at,
  freshWord,
  holdOne,
  move,
  type OpenStores,
  orderOf,
  outcomes,
} from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = new Date('2026-11-20T13:00:00.000Z');
const ONE = 10_000;

export const itemStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ItemStore: ${implementation}`, () => {
    let stores: OpenStores;
    let items: OpenStores['items'];
    beforeAll(async () => {
      stores = await open();
      items = stores.items;
    });
    afterAll(() => stores?.close());

    const add = (changes: Parameters<typeof addItem>[1] = {}) => addItem(stores, changes);

    it('keeps a new item under a new id, with no stock', async () => {
      const fields = {
        sku: `Sku ${freshWord()}`,
        name: 'Büro-Lampe',
        description: 'Warm % white_ \\',
        unit: 'box',
        quantityDecimals: 2,
        reorderLevel: 25_000,
        barcode: freshWord(),
        price: 199_900,
        cost: 1,
        allowNegative: true,
        attributes: { colour: 'rot', watts: 7.5, dimmable: true, none: null },
        createdBy: 1,
      };
      const item = await add(fields);
      const times = { createdAt: NOON, updatedAt: NOON, version: 1, stockVersion: 0 };
      expect(item).toEqual({
        id: item.id,
        ...fields,
        ...times,
        categoryId: null,
        defaultLocationId: 1,
        quantity: 0,
        reserved: 0,
        archived: false,
      });
      expect(await items.find(item.id)).toEqual(item);
      expect(await items.findWithStock(item.id)).toEqual({ item, stock: [] });
      expect((await add()).id).toBeGreaterThan(item.id);
    });

    it('makes a sku from the id by default', async () => {
      const item = await add();
      expect(item.sku).toBe(`ITEM-${String(item.id).padStart(6, '0')}`);
    });

    it('returns nothing for an id that no item has', async () => {
      expect(await items.find(2_000_000_000)).toBeUndefined();
      expect(await items.findWithStock(2_000_000_000)).toBeUndefined();
      expect(await items.findForChange(2_000_000_000)).toBeUndefined();
    });

    it('refuses a sku or barcode that another item has, archived ones too', async () => {
      const sku = `Ä-${freshWord()}`;
      const barcode = freshWord();
      const first = await add({ sku, barcode });
      await items.update(first.id, { archived: true }, later);
      await expect(add({ sku: sku.toLowerCase() })).rejects.toMatchObject({ code: 'sku_taken' });
      await expect(add({ barcode })).rejects.toMatchObject({ code: 'barcode_taken' });
      const other = await add();
      await expect(items.update(other.id, { sku: sku.toUpperCase() }, later)).rejects.toMatchObject({
        code: 'sku_taken',
      });
      await expect(items.update(other.id, { barcode }, later)).rejects.toMatchObject({ code: 'barcode_taken' });
      await items.update(first.id, { barcode: null }, later);
      expect(await items.update(other.id, { barcode }, later)).toMatchObject({ barcode });
    });

    it('gives a sku to one of many concurrent callers', async () => {
      const sku = freshWord();
      const attempts = Array.from({ length: 8 }, () => stores.unitOfWork.run(() => add({ sku })));
      expect(await outcomes(attempts)).toEqual({ done: 1, refused: Array.from({ length: 7 }, () => 'sku_taken') });
    });

    it('finds an item by exactly its sku, case ignored, or its barcode; the sku goes first', async () => {
      const code = freshWord();
      const byBarcode = await add({ barcode: code });
      expect(await items.findByCode(code)).toEqual(byBarcode);
      const bySku = await add({ sku: code });
      expect(await items.findByCode(code)).toEqual(bySku);
      expect(await items.findByCode(code.toUpperCase())).toEqual(bySku);
      expect(await items.findByCode(code.slice(0, -1))).toBeUndefined();
    });

    it('changes an item, raising its version by one, and only the given members', async () => {
      const item = await add({ description: 'old', price: 100, attributes: { a: 1 } });
      const changes = {
        name: 'New',
        price: null,
        cost: 12_345,
        attributes: {},
        archived: true,
        allowNegative: true,
        reorderLevel: 0,
      };
      const changed = await items.update(item.id, changes, later);
      expect(changed).toEqual({ ...item, ...changes, updatedAt: later, version: 2 });
      expect(await items.find(item.id)).toEqual(changed);
      expect(await items.update(item.id, { description: null }, later)).toEqual({
        ...changed,
        description: null,
        version: 3,
      });
    });

    it('keeps the item from being changed or moved by another unit of work until this one ends', async () => {
      const item = await add();
      const hold = () => items.findForChange(item.id);
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
      expect(await orderOf(stores, hold, () => holdOne(stores, at(item)))).toEqual(['first', 'second']);
      expect(await orderOf(stores, () => holdOne(stores, at(item)), hold)).toEqual(['first', 'second']);
    });

    it('shows the waiting unit an item as the other unit left it', async () => {
      const item = await add();
      await move(stores, at(item), ONE);
      const seen: unknown[] = [];
      const change = async () => {
        await items.findForChange(item.id);
        await items.update(item.id, { quantityDecimals: 0, cost: 70_000, archived: true }, later);
      };
      const look = async () => seen.push(await holdOne(stores, at(item)), await items.findForChange(item.id));
      await orderOf(stores, change, look);
      expect(seen).toMatchObject([
        { quantityDecimals: 0, cost: 70_000, itemArchived: true },
        { quantityDecimals: 0, cost: 70_000, archived: true, version: 2 },
      ]);
    });

    it('removes an item without operations, and returns whether the ledger names one', async () => {
      const item = await add();
      expect(await items.isReferredTo(item.id)).toBe(false);
      await items.remove(item.id);
      expect(await items.find(item.id)).toBeUndefined();
      const moved = await add();
      await move(stores, at(moved), ONE);
      await move(stores, at(moved), -ONE);
      expect(await items.isReferredTo(moved.id)).toBe(true);
    });

    it('returns balances that are not zero, by location code', async () => {
      const item = await add();
      const word = freshWord();
      const b = await addLocation(stores, `${word}b`);
      const a = await addLocation(stores, `${word}A`);
      const empty = await addLocation(stores);
      await move(stores, at(item, b), 2 * ONE);
      await move(stores, at(item, a), 1);
      await move(stores, at(item, empty), ONE);
      await move(stores, at(item, empty), -ONE);
      const levels = [a, b].map(({ id, code }, index) => ({
        locationId: id,
        location: code,
        quantity: [1, 2 * ONE][index],
      }));
      expect(await items.stockOf(item.id)).toEqual(levels);
      expect(await items.findWithStock(item.id)).toMatchObject({
        item: { quantity: 2 * ONE + 1, stockVersion: 4, version: 1 },
        stock: levels,
      });
    });

    it('computes balances as they were, by time of recording or of occurrence', async () => {
      const item = await add();
      const other = await addLocation(stores);
      const minute = (count: number) => new Date(NOON.getTime() + count * 60_000);
      await move(stores, at(item), 5 * ONE, { recordedAt: minute(1), occurredAt: minute(1) });
      await move(stores, at(item), -ONE, { recordedAt: minute(2), occurredAt: minute(-9) });
      const here = await holdOne(stores, at(item));
      const transfer = {
        type: 'transfer',
        toLocationId: other.id,
        toLocation: other.code,
        toBalanceAfter: ONE,
        itemBalanceAfter: here.itemQuantity,
      } as const;
      await holdOne(stores, at(item, other));
      await move(stores, at(item), -ONE, { ...transfer, recordedAt: minute(3), occurredAt: minute(3) });
      const stockAt = async (count: number, basis: 'recorded' | 'occurred') =>
        (await items.stockAt(item.id, minute(count), basis)).map(({ quantity }) => quantity / ONE);
      expect(await stockAt(0, 'recorded')).toEqual([]);
      expect(await stockAt(1, 'recorded')).toEqual([5]);
      expect(await stockAt(2, 'recorded')).toEqual([4]);
      expect((await stockAt(3, 'recorded')).toSorted()).toEqual([1, 3]);
      expect(await stockAt(-9, 'occurred')).toEqual([-1]);
      expect(await stockAt(2, 'occurred')).toEqual([4]);
    });

    it('returns whether a balance is below zero, and the most decimals that one needs', async () => {
      const item = await add({ allowNegative: true });
      expect([await items.hasNegativeStock(item.id), await items.decimalsInUse(item.id)]).toEqual([false, 0]);
      await move(stores, at(item), 12_500);
      expect([await items.hasNegativeStock(item.id), await items.decimalsInUse(item.id)]).toEqual([false, 2]);
      await move(stores, at(item), -22_501);
      expect([await items.hasNegativeStock(item.id), await items.decimalsInUse(item.id)]).toEqual([true, 4]);
      await move(stores, at(item), ONE + 1);
      expect([await items.hasNegativeStock(item.id), await items.decimalsInUse(item.id)]).toEqual([false, 0]);
    });

    describe('a list', () => {
      const word = freshWord();
      let made: Record<'low' | 'out' | 'full' | 'below' | 'gone', Item>;
      let categories: { readonly top: number; readonly leaf: number };
      beforeAll(async () => {
        const top = await stores.categories.insert(aNewCategory(), NOON);
        const leaf = await stores.categories.insert(aNewCategory({ parentId: top.id }), NOON);
        categories = { top: top.id, leaf: leaf.id };
        made = {
          low: await add({
            name: `d ${word}`,
            categoryId: top.id,
            reorderLevel: 5 * ONE,
            attributes: { colour: 'red' },
          }),
          out: await add({
            name: `B ${word}`,
            categoryId: leaf.id,
            barcode: `bar-${word}`,
            attributes: { colour: 'blue', big: true },
          }),
          full: await add({
            name: `a ${word}`,
            sku: `Full-${word}`,
            description: 'Crème brûlée 50%',
            attributes: { colour: 'red', size: 4.5 },
          }),
          below: await add({ name: `c ${word}`, allowNegative: true }),
          gone: await add({ name: `e ${word}` }),
        };
        await move(stores, at(made.low), 3 * ONE);
        await move(stores, at(made.full, await addLocation(stores, `Shelf-${word}`)), 9 * ONE);
        await move(stores, at(made.below), -ONE);
        await items.update(made.gone.id, { archived: true }, later);
      });
      const shown = async (
        filter: ItemFilter,
        sort: readonly { field: ItemSortField; descending: boolean }[] = [],
        q = word,
      ) => {
        const { entries, total } = await items.list({ q, ...filter }, sort, { page: 1, perPage: 50 });
        expect(total).toBe(entries.length);
        return entries.map(({ id }) => Object.entries(made).find(([, item]) => item.id === id)?.[0]);
      };

      it('shows every item in the order of ids unless something restricts or sorts', async () => {
        expect(await shown({})).toEqual(['low', 'out', 'full', 'below', 'gone']);
      });

      it.each([
        ['a part of the name, case ignored', { q: `D ${word.toUpperCase()}` }, ['low']],
        ['a part of the sku', { q: `FULL-${word}` }, ['full']],
        ['a part of the description, accents ignored', { q: 'creme brulee 50%' }, ['full']],
        ['a part of the barcode', { q: `bar-${word}` }, ['out']],
        ['signs that stand for themselves', { q: 'brulee 5_' }, []],
        ['a sku', { sku: `FULL-${word}` }, ['full']],
        ['a barcode', { barcode: `bar-${word}` }, ['out']],
        ['a location where they lie, case ignored', { location: `shelf-${word}` }, ['full']],
        ['a location that does not exist', { location: `none-${word}` }, []],
        ['stock that is low', { stockStatus: 'low' }, ['low']],
        ['no stock', { stockStatus: 'out_of_stock' }, ['out', 'gone']],
        ['enough stock', { stockStatus: 'in_stock' }, ['full']],
        ['negative stock', { stockStatus: 'negative' }, ['below']],
        ['a reached reorder level', { lowStock: true }, ['low']],
        ['no reached reorder level', { lowStock: false }, ['out', 'full', 'below', 'gone']],
        ['being archived', { archived: true }, ['gone']],
        ['not being archived', { archived: false }, ['low', 'out', 'full', 'below']],
        ['being archived or not', { archived: 'any' }, ['low', 'out', 'full', 'below', 'gone']],
        ['changes since a moment', { updatedSince: later }, ['gone']],
        ['an attribute', { attributes: { colour: 'red' } }, ['low', 'full']],
        ['several attributes', { attributes: { colour: 'red', size: 4.5 } }, ['full']],
        ['an attribute that is yes or no', { attributes: { big: true } }, ['out']],
      ] as const)('shows those with %s', async (_, filter, expected) => {
        expect(await shown(filter)).toEqual(expected);
      });

      it('counts those that match by stock status', async () => {
        const counted = await items.countByStatus({ q: word, archived: 'any' });
        expect(Object.fromEntries(counted)).toEqual({ negative: 1, out_of_stock: 2, low: 1, in_stock: 1 });
        for (const archived of [true, false, 'any'] as const) {
          const all = await items.countByStatus({ archived });
          for (const stockStatus of stockStatuses) {
            const { total } = await items.list({ archived, stockStatus }, [], { page: 1, perPage: 1 });
            expect(all.get(stockStatus) ?? 0, `${stockStatus}, archived: ${archived}`).toBe(total);
          }
        }
      });

      it('shows those of a category, with or without those below, or of none', async () => {
        const { top, leaf } = categories;
        expect(await shown({ categoryId: top })).toEqual(['low', 'out']);
        expect(await shown({ categoryId: top, includeDescendants: false })).toEqual(['low']);
        expect(await shown({ categoryId: leaf })).toEqual(['out']);
        expect(await shown({ categoryId: null })).toEqual(['full', 'below', 'gone']);
      });

      it('shows those with one of several ids', async () => {
        expect(await shown({ ids: [made.full.id, made.low.id, 2_000_000_000] })).toEqual(['low', 'full']);
        expect(await shown({ ids: [] })).toEqual([]);
      });

      it.each([
        ['name', ['full', 'out', 'below', 'low', 'gone']],
        ['quantity', ['below', 'out', 'gone', 'low', 'full']],
        ['updated_at', ['low', 'out', 'full', 'below', 'gone']],
        ['created_at', ['low', 'out', 'full', 'below', 'gone']],
        ['sku', ['full', 'low', 'out', 'below', 'gone']],
      ] as const)('is sorted by %s, ties by id, either way round', async (field, expected) => {
        expect(await shown({}, [{ field, descending: false }])).toEqual(expected);
        expect(await shown({}, [{ field, descending: true }])).toEqual(expected.toReversed());
      });

      it('is sorted by several fields one after the other', async () => {
        const sort = [
          { field: 'created_at', descending: false } as const,
          { field: 'name', descending: true } as const,
        ];
        expect(await shown({}, sort)).toEqual(['gone', 'low', 'below', 'out', 'full']);
      });

      it('is cut into pages and has its total', async () => {
        const page = await items.list({ q: word }, [{ field: 'name', descending: false }], { page: 2, perPage: 2 });
        expect(page).toMatchObject({ entries: [{ id: made.below.id }, { id: made.low.id }], total: 5 });
        expect(await items.list({ q: word }, [], { page: 4, perPage: 2 })).toEqual({ entries: [], total: 5 });
      });
    });
  });
