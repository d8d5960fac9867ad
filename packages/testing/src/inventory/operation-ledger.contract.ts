import type { IdempotencyKey } from '@backroom/core';
import type { Item, Location, Operation, OperationDraft, StockPlace } from '@backroom/core/inventory';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  addItem,
  addLocation,
  anEntry,
  at,
  freshWord,
  holdOne,
  move,
  type OpenStores,
  orderOf,
  outcomes,
} from '../builders/stores.ts';
import { contract } from '../contract.ts';

const ONE = 10_000;
const group = '6f8d3c1e-0000-4000-8000-000000000001';

/** Single entries and the stock they move. */
export const operationLedgerContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`OperationLedger: ${implementation}`, () => {
    let stores: OpenStores;
    let ledger: OpenStores['ledger'];
    beforeAll(async () => {
      stores = await open();
      ledger = stores.ledger;
    });
    afterAll(() => stores?.close());

    const aKey = (changes: Partial<IdempotencyKey> = {}): IdempotencyKey => ({
      key: freshWord(),
      route: 'POST /operations',
      fingerprint: 'f',
      ...changes,
    });
    const claim = (once: IdempotencyKey, userId = 1) => stores.unitOfWork.run(() => ledger.claimKey(userId, once));
    const quantityOf = async (item: Item, location?: Location) =>
      (await stores.items.stockOf(item.id)).find(({ locationId }) => locationId === (location?.id ?? 1))?.quantity ?? 0;

    describe('holding places', () => {
      it('returns the state of each place, in the given order, by id or by sku and code, case ignored', async () => {
        const item = await addItem(stores, { quantityDecimals: 2, cost: 5, reorderLevel: 7, allowNegative: true });
        const shelf = await addLocation(stores);
        await move(stores, at(item, shelf), 3 * ONE);
        const places: StockPlace[] = [
          { item: { sku: item.sku.toLowerCase() }, location: { code: shelf.code.toUpperCase() } },
          { item: { id: item.id }, location: undefined },
          { item: { id: item.id }, location: { id: shelf.id } },
        ];
        const known = {
          itemId: item.id,
          sku: item.sku,
          itemName: item.name,
          itemArchived: false,
          allowNegative: true,
          quantityDecimals: 2,
          cost: 5,
          reorderLevel: 7,
          itemQuantity: 3 * ONE,
          locationArchived: false,
        };
        const atShelf = { ...known, locationId: shelf.id, location: shelf.code, quantity: 3 * ONE };
        const atMain = { ...known, locationId: 1, location: 'MAIN', quantity: 0 };
        expect(await stores.unitOfWork.run(() => ledger.hold(places))).toEqual([atShelf, atMain, atShelf]);
      });

      it('returns which half of a place does not exist, and holds none of the others', async () => {
        const item = await addItem(stores);
        const places: StockPlace[] = [
          at(item),
          { item: { sku: freshWord() }, location: undefined },
          { item: { id: item.id }, location: { code: freshWord() } },
          { item: { id: 2_000_000_000 }, location: { id: 2_000_000_000 } },
        ];
        const held = await stores.unitOfWork.run(() => ledger.hold(places));
        expect(held.slice(1)).toEqual([{ missing: 'item' }, { missing: 'location' }, { missing: 'item' }]);
      });

      it('keeps others from moving that stock until the unit of work ends', async () => {
        const item = await addItem(stores);
        const shelf = await addLocation(stores);
        const hold = (location?: Location) => () => holdOne(stores, at(item, location));
        expect(await orderOf(stores, hold(), hold())).toEqual(['first', 'second']);
        expect(await orderOf(stores, hold(), hold(shelf))).toEqual(['first', 'second']);
      });

      it('shows the waiting unit what the other one left', async () => {
        const item = await addItem(stores);
        await move(stores, at(item), ONE);
        const seen: unknown[] = [];
        const first = async () =>
          ledger.append([anEntry(await holdOne(stores, at(item)), 6 * ONE)], undefined, [
            { itemId: item.id, cost: 42 },
          ]);
        await orderOf(stores, first, async () => seen.push(await holdOne(stores, at(item))));
        expect(seen).toMatchObject([{ quantity: 7 * ONE, itemQuantity: 7 * ONE, cost: 42 }]);
      });

      it('never deadlocks, whatever the order and whether balances were begun', async () => {
        const before = stores.collisions();
        for (let round = 0; round < 5; round += 1) {
          const items = await Promise.all(Array.from({ length: 4 }, () => addItem(stores)));
          const shelf = await addLocation(stores);
          // Some balances are begun, others not, and each unit names another half.
          for (const item of items.slice(0, 2)) await move(stores, at(item), ONE);
          for (const item of items.slice(2)) await move(stores, at(item, shelf), ONE);
          const places = items.flatMap((item) => [at(item), at(item, shelf)]);
          const orders = [
            places,
            places.toReversed(),
            places.filter((_, index) => index % 2 === 0).toReversed(),
            places.filter((_, index) => index % 2 === 1),
          ];
          const units = [...orders, ...orders].map((order) =>
            stores.unitOfWork.run(async () => {
              const accounts = (await ledger.hold(order)) as Awaited<ReturnType<typeof holdOne>>[];
              const [first] = accounts;
              if (first)
                await ledger.append(
                  [anEntry(first, ONE)],
                  undefined,
                  items.map(({ id }) => ({ itemId: id, cost: 1 })),
                );
            }),
          );
          await Promise.all(units);
        }
        expect(stores.collisions()).toBe(before);
        expect(await ledger.differences()).toEqual([]);
      });
    });

    describe('appending', () => {
      it('returns an entry exactly as it was appended, under a new id', async () => {
        const item = await addItem(stores);
        const shelf = await addLocation(stores);
        const full: Partial<OperationDraft> = {
          unitCost: 12_345,
          reason: 'found',
          note: 'Größe "XL" \\ %',
          reference: { type: 'order', id: freshWord(), line: '3' },
          uniqueReference: true,
          occurredAt: new Date('2020-02-29T23:59:59.999Z'),
          groupId: group,
          source: 'stock_sync',
        };
        const recorded = await move(stores, at(item), 12_3456, full);
        const { id, reversedById, ...draft } = recorded;
        expect(draft).toEqual(
          anEntry({ ...(await holdOne(stores, at(item))), quantity: 0, itemQuantity: 0 }, 12_3456, full),
        );
        expect(await ledger.find(id)).toEqual(recorded);
        await stores.unitOfWork.run(() => holdOne(stores, at(item, shelf)));
        const transfer = {
          type: 'transfer',
          toLocationId: shelf.id,
          toLocation: shelf.code,
          toBalanceAfter: 3456,
          itemBalanceAfter: 12_3456,
        } as const;
        const moved = await move(stores, at(item), -3456, transfer);
        expect(moved.id).toBeGreaterThan(id);
        expect(await ledger.find(moved.id)).toEqual(moved);
        expect(await ledger.find(2_000_000_000)).toBeUndefined();
      });

      it('sets the balances of held places to the sum of the entries', async () => {
        const item = await addItem(stores);
        const shelf = await addLocation(stores);
        await move(stores, at(item), 5 * ONE);
        await stores.unitOfWork.run(async () => {
          const [here, there] = (await ledger.hold([at(item), at(item, shelf)])) as [
            Awaited<ReturnType<typeof holdOne>>,
            Awaited<ReturnType<typeof holdOne>>,
          ];
          const moved = {
            type: 'transfer',
            toLocationId: shelf.id,
            toLocation: shelf.code,
            toBalanceAfter: 2 * ONE,
            itemBalanceAfter: 5 * ONE,
          } as const;
          const issued = anEntry({ ...there, quantity: 2 * ONE, itemQuantity: 5 * ONE }, -ONE);
          await ledger.append([anEntry(here, -2 * ONE, moved), issued]);
        });
        expect([await quantityOf(item), await quantityOf(item, shelf)]).toEqual([3 * ONE, ONE]);
        expect(await stores.items.find(item.id)).toMatchObject({ quantity: 4 * ONE, stockVersion: 3, version: 1 });
        expect(await ledger.differences()).toEqual([]);
      });

      it('adds entries in order', async () => {
        const item = await addItem(stores);
        await stores.unitOfWork.run(async () => {
          let account = await holdOne(stores, at(item));
          const drafts = Array.from({ length: 100 }, () => {
            const draft = anEntry(account, ONE, { groupId: group.replace(/1$/, '2') });
            account = { ...account, quantity: draft.balanceAfter, itemQuantity: draft.itemBalanceAfter };
            return draft;
          });
          const appended = await ledger.append(drafts);
          expect(appended.map(({ balanceAfter }) => balanceAfter)).toEqual(
            Array.from({ length: 100 }, (_, index) => (index + 1) * ONE),
          );
          expect(appended.map(({ id }) => id)).toEqual(
            appended.map((_, index) => (appended[0] as Operation).id + index),
          );
        });
        const found = await ledger.findGroup(group.replace(/1$/, '2'));
        expect(found.map(({ balanceAfter }) => balanceAfter / ONE)).toEqual(
          Array.from({ length: 100 }, (_, index) => index + 1),
        );
        expect(await quantityOf(item)).toBe(100 * ONE);
      });

      it('stores costs beside the entries', async () => {
        const item = await addItem(stores);
        await stores.unitOfWork.run(async () =>
          ledger.append([anEntry(await holdOne(stores, at(item)), ONE)], undefined, [{ itemId: item.id, cost: 99 }]),
        );
        expect(await stores.items.find(item.id)).toMatchObject({ cost: 99, version: 1 });
      });

      it('is undone with the unit of work', async () => {
        const item = await addItem(stores);
        const undone = stores.unitOfWork.run(async () => {
          await ledger.append([anEntry(await holdOne(stores, at(item)), ONE)]);
          throw new Error('no');
        });
        await expect(undone).rejects.toThrow('no');
        expect(await stores.items.find(item.id)).toMatchObject({ quantity: 0, stockVersion: 0 });
        expect(await stores.items.isReferredTo(item.id)).toBe(false);
      });

      it('allows many writers to move the same stock at once and loses none of them', async () => {
        const item = await addItem(stores);
        const shelf = await addLocation(stores);
        await Promise.all(
          Array.from({ length: 40 }, (_, index) => move(stores, index % 2 === 0 ? at(item) : at(item, shelf), ONE)),
        );
        expect([await quantityOf(item), await quantityOf(item, shelf)]).toEqual([20 * ONE, 20 * ONE]);
        expect(await stores.items.find(item.id)).toMatchObject({ quantity: 40 * ONE, stockVersion: 40 });
        expect(await ledger.differences()).toEqual([]);
      });

      it('refuses a second reversal of an entry, also at once', async () => {
        const item = await addItem(stores);
        const { id } = await move(stores, at(item), 100 * ONE);
        const reversal = { type: 'reversal', reversesId: id } as const;
        const taken = await outcomes(Array.from({ length: 5 }, () => move(stores, at(item), -ONE, reversal)));
        expect(taken).toEqual({ done: 1, refused: Array.from({ length: 4 }, () => 'already_reversed') });
        const { entries } = await ledger.list({ itemId: item.id, type: ['reversal'] }, [], { page: 1, perPage: 9 });
        expect(await ledger.find(id)).toMatchObject({ reversedById: entries[0]?.id });
      });

      it('refuses a second entry with a reference of which one was to be the only one, also at once', async () => {
        const item = await addItem(stores);
        const reference = { type: 'order', id: freshWord(), line: null };
        const only = { reference, uniqueReference: true };
        const taken = await outcomes(Array.from({ length: 5 }, () => move(stores, at(item), ONE, only)));
        expect(taken).toEqual({ done: 1, refused: Array.from({ length: 4 }, () => 'duplicate_reference') });
        await move(stores, at(item), ONE, { reference });
        await move(stores, at(item), ONE, { ...only, reference: { ...reference, line: '1' } });
        await move(stores, at(item), -ONE, only);
      });
    });

    describe('a key', () => {
      const recordWith = (item: Item, once: IdempotencyKey) =>
        stores.unitOfWork.run(async () => {
          const { state } = await ledger.claimKey(1, once);
          if (state === 'fresh')
            await ledger.append([anEntry(await holdOne(stores, at(item)), ONE, { idempotencyKey: once.key })], once);
          return state;
        });

      it('is reserved, or returns what was recorded under it, however long ago', async () => {
        const item = await addItem(stores);
        const once = aKey({ fingerprint: 'first' });
        expect(await claim(once)).toEqual({ state: 'fresh' });
        await recordWith(item, once);
        const { entries } = await ledger.list({ itemId: item.id }, [], { page: 1, perPage: 9 });
        expect(await claim({ ...once, fingerprint: 'second' })).toEqual({
          state: 'done',
          fingerprint: 'first',
          operations: entries,
        });
        expect(entries[0]).toMatchObject({ idempotencyKey: once.key });
      });

      it('is another one of another user or for another route', async () => {
        const once = aKey();
        await recordWith(await addItem(stores), once);
        expect(await claim(once, 2)).toEqual({ state: 'fresh' });
        expect(await claim({ ...once, route: 'POST /operations/batch' })).toEqual({ state: 'fresh' });
      });

      it('records once of many concurrent requests', async () => {
        const item = await addItem(stores);
        const once = aKey();
        const states = await Promise.all(Array.from({ length: 10 }, () => recordWith(item, once)));
        expect(states.filter((state) => state === 'fresh')).toHaveLength(1);
        expect(await quantityOf(item)).toBe(ONE);
      });

      it('is refused by the entry when it was not claimed', async () => {
        const item = await addItem(stores);
        const once = aKey();
        await recordWith(item, once);
        const again = stores.unitOfWork.run(async () =>
          ledger.append([anEntry(await holdOne(stores, at(item)), ONE)], once),
        );
        await expect(again).rejects.toMatchObject({ code: 'idempotency_in_progress' });
      });
    });
  });
