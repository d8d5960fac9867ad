import type {
  Item,
  Location,
  Operation,
  OperationFilter,
  OperationPageRequest,
  OperationSortField,
} from '@backroom/core/inventory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import {
  addItem,
  addLocation,
  aNewCategory,
  aNewUser,
  at,
  freshWord,
  holdOne,
  move,
  type OpenStores,
} from '../builders/stores.ts';
import { contract } from '../contract.ts';

const ONE = 10_000;
const hour = (count: number) => new Date(NOON.getTime() + count * 3_600_000);
const group = '6f8d3c1e-0000-4000-8000-000000000009';

/** Lists and summaries. */
export const operationListsContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`OperationLedger, lists: ${implementation}`, () => {
    let stores: OpenStores;
    let ledger: OpenStores['ledger'];
    let lamp: Item;
    let desk: Item;
    let shelf: Location;
    let author: number;
    let made: readonly Operation[];
    let ids: { readonly top: number; readonly leaf: number };
    const word = freshWord();

    beforeAll(async () => {
      stores = await open();
      ledger = stores.ledger;
      const top = await stores.categories.insert(aNewCategory(), NOON);
      const leaf = await stores.categories.insert(aNewCategory({ parentId: top.id }), NOON);
      ids = { top: top.id, leaf: leaf.id };
      lamp = await addItem(stores, { sku: `Lamp-${word}`, categoryId: top.id });
      desk = await addItem(stores, { categoryId: leaf.id });
      shelf = await addLocation(stores, `Shelf-${word}`);
      author = (await stores.users.insert(aNewUser(), NOON)).userId;
      await stores.unitOfWork.run(() => holdOne(stores, at(lamp, shelf)));
      const transfer = {
        type: 'transfer',
        toLocationId: shelf.id,
        toLocation: shelf.code,
        toBalanceAfter: 2 * ONE,
        itemBalanceAfter: 10 * ONE,
      } as const;
      const reference = { type: 'order', id: word, line: null };
      const receipt = await move(stores, at(lamp), 10 * ONE, {
        recordedAt: hour(0),
        occurredAt: hour(-9),
        note: 'Crème 50% brûlée',
      });
      made = [
        receipt,
        await move(stores, at(lamp), -2 * ONE, {
          ...transfer,
          recordedAt: hour(1),
          occurredAt: hour(1),
          userId: author,
        }),
        await move(stores, at(desk, shelf), 3 * ONE, {
          recordedAt: hour(2),
          occurredAt: hour(-3),
          reference,
          source: 'shop_order',
        }),
        await move(stores, at(desk, shelf), -ONE, {
          recordedAt: hour(30),
          occurredAt: hour(30),
          reason: 'damage',
          groupId: group,
        }),
        await move(stores, at(lamp), -5 * ONE, {
          type: 'reversal',
          reversesId: receipt.id,
          recordedAt: hour(31),
          occurredAt: hour(31),
        }),
      ];
    });
    afterAll(() => stores?.close());

    const list = async (
      filter: OperationFilter,
      sort: readonly { field: OperationSortField; descending: boolean }[] = [],
      page: Partial<OperationPageRequest> = {},
    ) => {
      const { entries, total } = await ledger.list(filter, sort, { page: 1, perPage: 50, ...page });
      return { shown: entries.map(({ id }) => made.findIndex((each) => each.id === id)), total };
    };
    const byId = [{ field: 'id', descending: false }] as const;

    it('returns entries as they were recorded, with the one that reversed them', async () => {
      const { entries } = await ledger.list({}, byId, { page: 1, perPage: 50 });
      expect(entries).toEqual(made.map((each, index) => ({ ...each, reversedById: index === 0 ? made[4]?.id : null })));
    });

    it.each([
      ['an item', () => ({ itemId: lamp.id }), [0, 1, 4]],
      ['a sku, case ignored', () => ({ sku: lamp.sku.toUpperCase() }), [0, 1, 4]],
      ['a category with everything below it', () => ({ categoryId: ids.top }), [0, 1, 2, 3, 4]],
      ['a category below', () => ({ categoryId: ids.leaf }), [2, 3]],
      ['a location, at either end, case ignored', () => ({ location: shelf.code.toLowerCase() }), [1, 2, 3]],
      ['a location that does not exist', () => ({ location: 'nowhere' }), []],
      ['a type', () => ({ type: ['transfer'] as const }), [1]],
      ['several types', () => ({ type: ['transfer', 'reversal'] as const }), [1, 4]],
      ['a user', () => ({ userId: author }), [1]],
      ['a type of reference', () => ({ referenceType: 'order' }), [2]],
      ['a reference', () => ({ referenceType: 'order', referenceId: word }), [2]],
      ['a batch', () => ({ groupId: group }), [3]],
      ['a source', () => ({ source: 'shop_order' as const }), [2]],
      ['a beginning in time', () => ({ occurredFrom: hour(1) }), [1, 3, 4]],
      ['an end in time, itself left out', () => ({ occurredTo: hour(1) }), [0, 2]],
      ['a beginning of recording', () => ({ recordedFrom: hour(2) }), [2, 3, 4]],
      ['an end of recording, itself left out', () => ({ recordedFrom: hour(1), recordedTo: hour(2) }), [1]],
      ['having been reversed', () => ({ reversed: true }), [0]],
      ['not having been reversed', () => ({ reversed: false }), [1, 2, 3, 4]],
      ['a part of the note, case and accents ignored', () => ({ q: 'CREME 50% brulee' }), [0]],
      ['a part of the reason', () => ({ q: 'dam' }), [3]],
      ['signs that stand for themselves', () => ({ q: '50_' }), []],
      ['several of these at once', () => ({ itemId: lamp.id, location: 'MAIN', recordedTo: hour(31) }), [0, 1]],
    ])('shows and counts those with %s', async (_, filter, shown) => {
      expect(await list(filter(), byId)).toEqual({ shown, total: shown.length });
    });

    it('is sorted as requested, ties by id the same way round', async () => {
      expect((await list({})).shown).toEqual([4, 3, 2, 1, 0]);
      expect((await list({}, [{ field: 'id', descending: true }])).shown).toEqual([4, 3, 2, 1, 0]);
      expect((await list({}, [{ field: 'occurred_at', descending: false }])).shown).toEqual([0, 2, 1, 3, 4]);
      expect((await list({}, [{ field: 'occurred_at', descending: true }])).shown).toEqual([4, 3, 1, 2, 0]);
    });

    it.each(['id', 'occurred_at'] as const)(
      'is the same whole when it is cut into pages by %s, from either end',
      async (field) => {
        for (const descending of [true, false]) {
          const whole = (await list({}, [{ field, descending }])).shown;
          const pages = await Promise.all(
            [1, 2, 3].map((page) => list({}, [{ field, descending }], { page, perPage: 2 })),
          );
          expect(pages.flatMap(({ shown }) => shown)).toEqual(whole);
          expect(pages.map(({ total }) => total)).toEqual([5, 5, 5]);
        }
        expect(await list({}, [{ field, descending: true }], { page: 4, perPage: 2 })).toEqual({ shown: [], total: 5 });
      },
    );

    it('returns what comes before or after an entry; the total counts all that match, whatever the part', async () => {
      const middle = made[2]?.id ?? 0;
      expect(await list({}, [], { beforeId: middle, perPage: 1 })).toEqual({ shown: [1], total: 5 });
      expect(await list({}, byId, { afterId: middle, perPage: 1 })).toEqual({ shown: [3], total: 5 });
      expect(await list({ itemId: lamp.id }, [], { beforeId: middle })).toEqual({ shown: [1, 0], total: 3 });
    });

    it('sums up movements per day, week or month, by item, by category or altogether; transfers move nothing in or out', async () => {
      const request = { from: hour(-12), to: hour(40), interval: 'day', by: 'none' } as const;
      const row = { itemId: null, categoryId: null };
      expect(await ledger.summarise(request)).toEqual([
        {
          ...row,
          interval: '2026-11-20',
          type: 'receipt',
          quantityIn: 13 * ONE,
          quantityOut: 0,
          net: 13 * ONE,
          count: 2,
        },
        { ...row, interval: '2026-11-20', type: 'transfer', quantityIn: 0, quantityOut: 0, net: 0, count: 1 },
        { ...row, interval: '2026-11-21', type: 'issue', quantityIn: 0, quantityOut: ONE, net: -ONE, count: 1 },
        {
          ...row,
          interval: '2026-11-21',
          type: 'reversal',
          quantityIn: 0,
          quantityOut: 5 * ONE,
          net: -5 * ONE,
          count: 1,
        },
      ]);
      const byItem = await ledger.summarise({ ...request, by: 'item', interval: 'week' });
      expect(byItem.map(({ interval, type, itemId, net }) => [interval, type, itemId, net / ONE])).toEqual([
        ['2026-11-16', 'issue', desk.id, -1],
        ['2026-11-16', 'receipt', lamp.id, 10],
        ['2026-11-16', 'receipt', desk.id, 3],
        ['2026-11-16', 'reversal', lamp.id, -5],
        ['2026-11-16', 'transfer', lamp.id, 0],
      ]);
      const byCategory = await ledger.summarise({ ...request, by: 'category', interval: 'month' });
      expect(byCategory.map(({ interval, categoryId, count }) => [interval, categoryId, count])).toEqual([
        ['2026-11-01', ids.leaf, 1],
        ['2026-11-01', ids.top, 1],
        ['2026-11-01', ids.leaf, 1],
        ['2026-11-01', ids.top, 1],
        ['2026-11-01', ids.top, 1],
      ]);
      expect(await ledger.summarise({ ...request, from: hour(1), to: hour(2) })).toMatchObject([{ type: 'transfer' }]);
    });

    it('returns the entries of any of some references, whatever their line, each with its reversal', async () => {
      const item = await addItem(stores);
      const id = freshWord();
      const entry = (type: string, line: string | null) =>
        move(stores, at(item), 10_000, { reference: { type, id, line } });
      const first = await entry('order', '1');
      const second = await entry('refund', null);
      await entry('invoice', '1');
      const back = await move(stores, at(item), -10_000, {
        type: 'reversal',
        quantity: 10_000,
        reversesId: first.id,
        reference: first.reference,
      });
      const found = await stores.ledger.findByReferences([
        { type: 'refund', id },
        { type: 'order', id },
        { type: 'order', id: freshWord() },
      ]);
      expect(found.map((each) => [each.id, each.reversedById])).toEqual([
        [first.id, back.id],
        [second.id, null],
        [back.id, null],
      ]);
    });
  });
