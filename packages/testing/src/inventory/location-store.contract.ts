import type { Location, LocationSortField } from '@backroom/core/inventory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import {
  addItem,
  addLocation,
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

export const locationStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`LocationStore: ${implementation}`, () => {
    let stores: OpenStores;
    let locations: OpenStores['locations'];
    beforeAll(async () => {
      stores = await open();
      locations = stores.locations;
    });
    afterAll(() => stores?.close());

    it('has the main location from the start', async () => {
      expect(await locations.find({ code: 'MAIN' })).toMatchObject({
        id: 1,
        code: 'MAIN',
        parentId: null,
        archived: false,
      });
    });

    it('keeps a new location, and finds it by id or by code, case ignored', async () => {
      const code = `Aisle/${freshWord()}.3-b_`;
      const location = await locations.insert({ code, name: 'Gang 3', parentId: 1, archived: false }, NOON);
      expect(location).toEqual({
        id: location.id,
        code,
        name: 'Gang 3',
        parentId: 1,
        archived: false,
        createdAt: NOON,
        updatedAt: NOON,
        version: 1,
      });
      expect(await locations.find({ id: location.id })).toEqual(location);
      expect(await locations.find({ code: code.toUpperCase() })).toEqual(location);
      expect(await locations.find({ code: `${code}x` })).toBeUndefined();
      expect(await locations.find({ id: 2_000_000_000 })).toBeUndefined();
      expect(await locations.findForChange(2_000_000_000)).toBeUndefined();
    });

    it('refuses a code that another location has, case ignored', async () => {
      const first = await addLocation(stores);
      const other = await addLocation(stores);
      await expect(addLocation(stores, first.code.toUpperCase())).rejects.toMatchObject({
        code: 'location_code_taken',
      });
      await expect(locations.update(other.id, { code: first.code }, later)).rejects.toMatchObject({
        code: 'location_code_taken',
      });
    });

    it('gives a code to one of many concurrent callers', async () => {
      const code = freshWord();
      const attempts = Array.from({ length: 6 }, () => stores.unitOfWork.run(() => addLocation(stores, code)));
      expect(await outcomes(attempts)).toEqual({
        done: 1,
        refused: Array.from({ length: 5 }, () => 'location_code_taken'),
      });
    });

    it('changes a location, raising its version by one, and only the given members', async () => {
      const location = await addLocation(stores);
      const changed = await locations.update(location.id, { name: 'Anders', archived: true, parentId: 1 }, later);
      expect(changed).toEqual({
        ...location,
        name: 'Anders',
        archived: true,
        parentId: 1,
        updatedAt: later,
        version: 2,
      });
    });

    it('keeps the location from being changed or used by another unit of work until this one ends', async () => {
      const location = await addLocation(stores);
      const item = await addItem(stores);
      const hold = () => locations.findForChange(location.id);
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
      expect(await orderOf(stores, hold, () => holdOne(stores, at(item, location)))).toEqual(['first', 'second']);
      expect(await orderOf(stores, () => holdOne(stores, at(item, location)), hold)).toEqual(['first', 'second']);
    });

    it('allows one unit of work at a time to move locations in their tree', async () => {
      const hold = () => locations.holdTree();
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
    });

    it('removes a location that nothing refers to', async () => {
      const location = await addLocation(stores);
      await stores.unitOfWork.run(() => holdOne(stores, at({ id: 0 }, location)).catch(() => {}));
      await locations.remove(location.id);
      expect(await locations.find({ id: location.id })).toBeUndefined();
    });

    it('returns what refers to a location', async () => {
      const none = { history: false, stock: false, items: false, children: false };
      const used = await addLocation(stores);
      const end = await addLocation(stores);
      const parent = await addLocation(stores);
      const item = await addItem(stores);
      expect(await locations.usesOf(used.id)).toEqual(none);
      await move(stores, at(item, used), 10_000);
      expect(await locations.usesOf(used.id)).toEqual({ ...none, history: true, stock: true });
      await stores.unitOfWork.run(() => holdOne(stores, at(item, end)));
      const transfer = {
        type: 'transfer',
        toLocationId: end.id,
        toLocation: end.code,
        toBalanceAfter: 10_000,
        itemBalanceAfter: 10_000,
      } as const;
      await move(stores, at(item, used), -10_000, transfer);
      expect(await locations.usesOf(used.id)).toEqual({ ...none, history: true });
      expect(await locations.usesOf(end.id)).toEqual({ ...none, history: true, stock: true });
      await addItem(stores, { defaultLocationId: parent.id });
      await locations.update(end.id, { parentId: parent.id }, later);
      expect(await locations.usesOf(parent.id)).toEqual({ ...none, items: true, children: true });
    });

    it('returns whether a location is another or below it', async () => {
      const top = await addLocation(stores);
      const middle = await addLocation(stores);
      const leaf = await addLocation(stores);
      await locations.update(middle.id, { parentId: top.id }, later);
      await locations.update(leaf.id, { parentId: middle.id }, later);
      const isWithin = (one: Location, other: Location) => locations.isWithin(one.id, other.id);
      expect(
        await Promise.all([isWithin(leaf, top), isWithin(leaf, leaf), isWithin(top, leaf), isWithin(leaf, middle)]),
      ).toEqual([true, true, false, true]);
    });

    describe('a list', () => {
      const word = freshWord();
      const shown = async (
        archived?: boolean | 'any',
        sort: readonly { field: LocationSortField; descending: boolean }[] = [],
        q = word,
      ) => {
        const filter = archived === undefined ? { q } : { q, archived };
        const { entries, total } = await locations.list(filter, sort, { page: 1, perPage: 50 });
        expect(total).toBe(entries.length);
        return entries.map(({ code }) => code.replace(word, ''));
      };
      beforeAll(async () => {
        const add = (code: string, name: string, archived = false) =>
          locations.insert({ code: `${code}${word}`, name, parentId: null, archived }, NOON);
        await add('b', 'Zeile');
        await add('A', `Öffentlich 5% ${word}`);
        await add('c', 'Mitte', true);
      });

      it('shows those with a part of the code or name, case and accents ignored, archived ones only on request', async () => {
        expect(await shown()).toEqual(['b', 'A']);
        expect(await shown(false, [], word.toUpperCase())).toEqual(['b', 'A']);
        expect(await shown(true)).toEqual(['c']);
        expect(await shown('any')).toEqual(['b', 'A', 'c']);
        expect(await shown('any', [], `offentlich 5% ${word}`)).toEqual(['A']);
        expect(await shown('any', [], 'offentlich 5_')).toEqual([]);
      });

      it('is sorted by code or name, case ignored', async () => {
        expect(await shown('any', [{ field: 'code', descending: false }])).toEqual(['A', 'b', 'c']);
        expect(await shown('any', [{ field: 'name', descending: true }])).toEqual(['b', 'A', 'c']);
        expect(await shown('any', [{ field: 'id', descending: true }])).toEqual(['c', 'A', 'b']);
      });

      it('is cut into pages and has its total', async () => {
        const page = await locations.list({ q: word, archived: 'any' }, [{ field: 'code', descending: false }], {
          page: 2,
          perPage: 2,
        });
        expect(page).toMatchObject({ entries: [{ code: `c${word}` }], total: 3 });
      });
    });
  });
