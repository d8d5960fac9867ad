import type { Reservation } from '@backroom/core/inventory';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { addItem, addLocation, at, move, type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';

const ONE = 10_000;
const LATER = new Date(NOON.getTime() + 3_600_000);

export const reservationStoreContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`ReservationStore: ${implementation}`, () => {
    let stores: OpenStores;
    let orders = 0;
    beforeAll(async () => {
      stores = await open();
    });
    afterAll(() => stores?.close());
    const made = (itemId: number, changes: Partial<Reservation> = {}): Reservation => {
      orders += 1;
      return { orderId: orders, lineId: 1, itemId, quantity: ONE, expiresAt: LATER, ...changes };
    };
    const keep = (...reservations: readonly Reservation[]) =>
      stores.unitOfWork.run(() => stores.reservations.change({ released: [], made: reservations }));
    const hold = (itemIds: readonly number[], orderIds: readonly number[] = [], now = NOON) =>
      stores.unitOfWork.run(() => stores.reservations.hold({ itemIds, orderIds }, now));
    const reservedOf = async (id: number) => (await stores.items.find(id))?.reserved;

    it('holds the sum of what is made, and less when something is released', async () => {
      const item = await addItem(stores);
      const one = made(item.id);
      const two = made(item.id, { quantity: 3 * ONE, lineId: Number.MAX_SAFE_INTEGER });
      await keep(one, two);
      expect(await reservedOf(item.id)).toBe(4 * ONE);
      await stores.unitOfWork.run(() => stores.reservations.change({ released: [one], made: [] }));
      expect(await reservedOf(item.id)).toBe(3 * ONE);
      expect((await hold([], [two.orderId])).own).toEqual([two]);
    });

    it('keeps one reservation of a line, which may move to another item', async () => {
      const item = await addItem(stores);
      const other = await addItem(stores);
      const first = made(item.id);
      await keep(first);
      const second = { ...first, itemId: other.id, quantity: 2 * ONE };
      await stores.unitOfWork.run(() => stores.reservations.change({ released: [first], made: [second] }));
      expect([await reservedOf(item.id), await reservedOf(other.id)]).toEqual([0, 2 * ONE]);
    });

    it('returns held items in ascending order with what is reserved and where some of it is', async () => {
      const item = await addItem(stores);
      const other = await addItem(stores);
      const shelf = await addLocation(stores);
      await move(stores, at(item, shelf), 2 * ONE);
      await move(stores, at(item), ONE);
      await keep(made(other.id));
      expect((await hold([other.id, item.id, 2_000_000_000])).items).toEqual([
        { itemId: item.id, reserved: 0, locationIds: [1, shelf.id] },
        { itemId: other.id, reserved: ONE, locationIds: [] },
      ]);
    });

    it('holds the items of orders too, and deletes expired reservations of them first', async () => {
      const item = await addItem(stores);
      const old = made(item.id, { expiresAt: NOON });
      const current = made(item.id, { orderId: old.orderId, lineId: 2 });
      await keep(old, current);
      const held = await hold([], [old.orderId]);
      expect(held).toEqual({ items: [{ itemId: item.id, reserved: ONE, locationIds: [] }], own: [current] });
      expect(await reservedOf(item.id)).toBe(ONE);
    });

    it('keeps others from moving what is held', async () => {
      const item = await addItem(stores);
      const first = () => stores.reservations.hold({ itemIds: [item.id], orderIds: [] }, NOON);
      expect(await orderOf(stores, first, () => stores.ledger.hold([at(item)]))).toEqual(['first', 'second']);
    });

    it('deletes all expired reservations, a part at a time, and nothing else', async () => {
      const item = await addItem(stores);
      const other = await addItem(stores);
      const now = new Date(NOON.getTime() - 1_000);
      await keep(made(item.id, { expiresAt: now }), made(item.id), made(other.id, { expiresAt: now }));
      const expire = () => stores.unitOfWork.run(() => stores.reservations.expire(now));
      expect(await expire()).toEqual([item.id, other.id]);
      expect(await expire()).toEqual([]);
      expect([await reservedOf(item.id), await reservedOf(other.id)]).toEqual([ONE, 0]);
    });
  });
