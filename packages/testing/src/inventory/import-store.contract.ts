import type { Item, NewItem } from '@backroom/core/inventory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import {
  addItem,
  addLocation,
  aNewCategory,
  anEntry,
  at,
  freshWord,
  holdOne,
  move,
  type OpenStores,
  orderOf,
} from '../builders/stores.ts';
import { contract } from '../contract.ts';

const later = new Date('2026-11-20T13:00:00.000Z');
const ONE = 10_000;

export const importStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ImportStore: ${implementation}`, () => {
    let stores: OpenStores;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());

    const blank = async (): Promise<Omit<NewItem, 'sku'>> => {
      const { id: _, sku: __, ...item } = await addItem(stores);
      return item;
    };
    const inUnit = <T>(work: () => Promise<T>) => stores.unitOfWork.run(work);

    it('runs one import after the other', async () => {
      const { imports } = stores;
      const order = await orderOf(
        stores,
        () => imports.holdImports(),
        () => imports.holdImports(),
      );
      expect(order).toEqual(['first', 'second']);
    });

    it('finds the ids of skus on request, case ignored', async () => {
      const one = await addItem(stores);
      const two = await addItem(stores);
      const asked = [two.sku.toUpperCase(), freshWord(), one.sku];
      expect(await stores.imports.idsOf(asked)).toEqual([two.id, undefined, one.id]);
    });

    it('returns items by id, as far as they exist', async () => {
      const one = await addItem(stores);
      const two = await addItem(stores);
      expect(await stores.imports.items([two.id, 2_000_000, one.id], false)).toEqual([one, two]);
      expect(await inUnit(() => stores.imports.items([two.id, one.id], true))).toEqual([one, two]);
    });

    it.each([
      ['items for change', (id: number) => stores.imports.items([id], true)],
      ['stock', (id: number) => stores.imports.holdStock([id])],
    ] as const)('keeps others from moving held %s', async (_, hold) => {
      const item = await addItem(stores);
      await move(stores, at(item), ONE);
      const order = await orderOf(
        stores,
        () => hold(item.id),
        () => stores.ledger.hold([at(item)]),
      );
      expect(order).toEqual(['first', 'second']);
    });

    it('returns the held ids that exist', async () => {
      const item = await addItem(stores);
      expect(await inUnit(() => stores.imports.holdStock([2_000_000, item.id]))).toEqual([item.id]);
    });

    it('returns balances that are not zero', async () => {
      const one = await addItem(stores);
      const two = await addItem(stores);
      const shelf = await addLocation(stores);
      await move(stores, at(one), ONE);
      await move(stores, at(one, shelf), 2 * ONE);
      await move(stores, at(two), ONE);
      await move(stores, at(two), -ONE);
      const levels = await stores.imports.stockOf([one.id, two.id]);
      expect([...levels.keys()]).toEqual([one.id]);
      expect(
        levels
          .get(one.id)
          ?.map(({ location, quantity }) => [location, quantity])
          .toSorted(),
      ).toEqual(
        [
          ['MAIN', ONE],
          [shelf.code, 2 * ONE],
        ].toSorted(),
      );
    });

    it('returns the item with a barcode', async () => {
      const barcode = freshWord();
      const item = await addItem(stores, { barcode });
      expect([...(await stores.imports.holdersOf([barcode, freshWord()]))]).toEqual([[barcode, item.id]]);
    });

    it('keeps new items as a single one would be kept', async () => {
      const fields = await blank();
      const given = [
        {
          ...fields,
          sku: freshWord(),
          name: 'Büro',
          attributes: { a: 1, b: 'x', c: null },
          price: 5,
          cost: 7,
          createdBy: 1,
        },
        { ...fields, sku: undefined, allowNegative: true, quantityDecimals: 1, reorderLevel: 3, description: 'a\nb' },
      ];
      const ids = await inUnit(() => stores.imports.insertItems(given, later));
      for (const [index, id] of ids.entries()) {
        const { sku = `ITEM-${String(id).padStart(6, '0')}`, ...rest } = given[index] as NewItem;
        const managed = { quantity: 0, reserved: 0, version: 1, stockVersion: 0, createdAt: later, updatedAt: later };
        expect(await stores.items.find(id ?? 0)).toEqual({ ...rest, ...managed, id, sku, archived: false });
      }
      expect(await stores.imports.insertItems([], later)).toEqual([]);
    });

    it('leaves new items out whose sku or barcode is taken', async () => {
      const fields = await blank();
      const taken = await addItem(stores, { barcode: freshWord() });
      const ids = await inUnit(() =>
        stores.imports.insertItems(
          [
            { ...fields, sku: taken.sku.toUpperCase() },
            { ...fields, sku: freshWord(), barcode: taken.barcode },
            { ...fields, sku: freshWord() },
          ],
          later,
        ),
      );
      expect(ids).toEqual([undefined, undefined, expect.any(Number)]);
    });

    it('changes items as a single one would be changed', async () => {
      const before = [await addItem(stores, { allowNegative: true }), await addItem(stores)];
      for (const item of before) await move(stores, at(item), ONE);
      const held = await Promise.all(before.map(({ id }) => stores.items.find(id)));
      const changes: Partial<Item> = {
        name: 'Ärmel',
        description: 'x',
        unit: 'm',
        price: 1,
        cost: 2,
        barcode: null,
        attributes: { n: 1 },
      };
      const more: readonly Partial<Item>[] = [
        { ...changes, allowNegative: false },
        { ...changes, allowNegative: true, quantityDecimals: 2 },
      ];
      const revisions = held.map((item, index) => ({
        before: item as Item,
        after: { ...(item as Item), ...more[index] },
      }));
      await inUnit(() => stores.imports.updateItems(revisions, later));
      for (const { after } of revisions)
        expect(await stores.items.find(after.id)).toEqual({ ...after, version: 2, updatedAt: later });
      await move(stores, at(before[1] as Item), -2 * ONE);
      await expect(move(stores, at(before[0] as Item), -2 * ONE)).rejects.toMatchObject({
        constraint: 'stock_level_quantity_check',
      });
      expect((await stores.items.list({ q: 'armel' }, [], { page: 1, perPage: 10 })).total).toBe(2);
    });

    it('refuses a change that takes the barcode of another item', async () => {
      const one = await addItem(stores, { barcode: freshWord() });
      const two = await addItem(stores);
      const after = { ...two, barcode: one.barcode };
      await expect(inUnit(() => stores.imports.updateItems([{ before: two, after }], later))).rejects.toMatchObject({
        code: 'barcode_taken',
      });
    });

    it('finds locations by id and by code', async () => {
      const one = await addLocation(stores);
      const two = await addLocation(stores);
      const found = await stores.imports.locations([
        { code: two.code.toUpperCase() },
        { id: one.id },
        { code: freshWord() },
      ]);
      expect(found).toEqual([one, two]);
    });

    it('makes categories under their parents and returns the whole tree', async () => {
      const top = await stores.categories.insert(aNewCategory(), NOON);
      const names = [freshWord(), freshWord()] as const;
      const ids = await inUnit(() =>
        stores.imports.insertCategories(
          [
            { name: names[0], parentId: top.id },
            { name: names[1], parentId: null },
          ],
          later,
        ),
      );
      expect(await stores.categories.find(ids[0] ?? 0)).toMatchObject({
        name: names[0],
        path: [{ id: top.id }, { name: names[0] }],
      });
      expect(await stores.categories.find(ids[1] ?? 0)).toMatchObject({
        name: names[1],
        parentId: null,
        createdAt: later,
      });
      expect(await stores.imports.categories()).toEqual(
        expect.arrayContaining([
          { id: top.id, name: top.name, parentId: null },
          { id: ids[0], name: names[0], parentId: top.id },
        ]),
      );
    });

    it('refuses a category whose sibling has the name', async () => {
      const top = await stores.categories.insert(aNewCategory(), NOON);
      const twin = { name: top.name.toUpperCase(), parentId: null };
      await expect(inUnit(() => stores.imports.insertCategories([twin], later))).rejects.toMatchObject({
        code: 'category_name_taken',
      });
    });

    it('finds what was recorded under keys, each for one entry', async () => {
      const item = await addItem(stores);
      const keys = [freshWord(), freshWord()];
      const onces = keys.map((key) => ({ key, route: 'POST /operations', fingerprint: 'x' }));
      const recorded = await inUnit(async () => {
        const account = await holdOne(stores, at(item));
        const first = anEntry(account, ONE, { idempotencyKey: keys[0] ?? null });
        const next = { ...account, quantity: ONE, itemQuantity: ONE };
        return stores.ledger.append([first, anEntry(next, ONE, { idempotencyKey: keys[1] ?? null })], onces);
      });
      const found = (userId: number, route: string) =>
        stores.imports.recordedUnder(userId, route, [...keys, freshWord()]);
      expect(await found(1, 'POST /operations')).toEqual(recorded);
      expect(await found(1, 'POST /other')).toEqual([]);
      expect(await found(2, 'POST /operations')).toEqual([]);
    });

    it('returns the unique references that are taken', async () => {
      const item = await addItem(stores);
      const id = freshWord();
      const shared = freshWord();
      await move(stores, at(item), ONE, { reference: { type: 'order', id, line: null }, uniqueReference: true });
      await move(stores, at(item), ONE, { reference: { type: 'order', id: shared, line: null } });
      const of = (type: 'receipt' | 'issue', reference: string, line: string | null = null) => ({
        type,
        reference: { type: 'order', id: reference, line },
      });
      const asked = [of('issue', id), of('receipt', id), of('receipt', id, '1'), of('receipt', shared)];
      expect(await stores.imports.areTaken(asked)).toEqual([false, true, false, false]);
    });
  });
