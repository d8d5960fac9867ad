import { factsOfOrder, type ImportSelection, type WalkPlace } from '@backroom/core/analytics';
import type { Order, Refund } from '@backroom/core/commerce';
import { aCustomer, aNewOrder, anOrder, aRefund } from '@backroom/testing/builders';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createZone } from '../core/internals.ts';
import type { Stores } from '../support/stores.ts';

const at = (date: string) => new Date(`${date}T10:00:00.000Z`);
const all: ImportSelection = { from: undefined, skipExisting: false };
const since = (date: string): ImportSelection => ({ ...all, from: new Date(`${date}T00:00:00Z`) });
const missing: ImportSelection = { ...all, skipExisting: true };
const settings = { priceDecimals: 2, roundTaxAtSubtotal: false };

/** Orders as they are made, not as their ids are; the last but one is in the bin, the last was made to try the shop out. */
const orders: readonly Partial<Order>[] = [
  { id: 30, customerId: 1, createdAt: at('2025-01-10') },
  { id: 10, customerId: 2, createdAt: at('2025-02-10') },
  { id: 20, customerId: 3, createdAt: at('2025-03-10') },
  { id: 40, customerId: 1, createdAt: at('2025-03-11'), status: 'trash' },
  { id: 50, customerId: 1, createdAt: at('2025-03-12'), test: true },
];
const refund: Refund = aRefund(60, 10, { createdAt: at('2025-04-01') });

export const importSourceContract = (implementation: string, open: () => Promise<Stores>) =>
  describe(`ImportSource: ${implementation}`, () => {
    let stores: Stores;
    let source: Stores['importSource'];
    beforeAll(async () => {
      stores = await open();
      source = stores.importSource;
      await stores.unitOfWork.run(async () => {
        const registered = [null, at('2025-01-01'), at('2025-03-01')];
        await stores.customers.save(
          registered.map((registeredAt, n) =>
            aCustomer(n + 1, { registeredAt, userId: registeredAt ? 100 + n : null }),
          ),
          at('2025-05-01'),
        );
        await stores.orders.saveOrders(
          orders.map((each) => aNewOrder(each.id ?? 0, { modifiedAt: each.createdAt ?? at('2025-01-01'), ...each })),
        );
        await stores.orders.saveRefunds([refund]);
        await write([10, 30], [refund]);
      });
    });
    afterAll(() => stores?.close());

    /** Writes facts of orders with these refunds. */
    async function write(ids: readonly number[], refunds: readonly Refund[]): Promise<void> {
      const rows = orders
        .filter(({ id = 0 }) => ids.includes(id))
        .flatMap((each) => {
          const order = anOrder(each.id ?? 0, each);
          const theirs = refunds.filter(({ orderId }) => orderId === order.id);
          return factsOfOrder(
            { order, refunds: theirs, customerId: order.customerId ?? 0 },
            { settings, zone: createZone('UTC') },
          );
        });
      await stores.facts.holdCustomers([1, 2]);
      await stores.facts.write({ orderIds: [...ids, ...refunds.map(({ id }) => id)], rows, customerIds: [1, 2] });
    }
    /** Walks in ranges of this size, and returns `id:records` of each order. */
    const walk = async (selection: ImportSelection, most: number) => {
      const found: string[] = [];
      for (let after: WalkPlace | undefined; ; ) {
        const range = await source.nextOrders(selection, after, most);
        found.push(...range.orders.map(({ id, records }) => `${id}:${records}`));
        if (!range.last) return found;
        after = range.last;
      }
    };

    it('counts orders with their refunds, and customers with an account', async () => {
      expect(await source.totals(all)).toEqual({ customers: 2, orders: 5 });
    });

    it('counts what was made or registered since a moment', async () => {
      expect(await source.totals(since('2025-03-01'))).toEqual({ customers: 1, orders: 3 });
      expect(await source.totals(since('2025-06-01'))).toEqual({ customers: 0, orders: 0 });
    });

    it('counts what has no facts and is to have some', async () => {
      // The one order of customer 3 has none; an order to try the shop out never gets any.
      expect(await source.totals(missing)).toEqual({ customers: 1, orders: 1 });
    });

    it.each([1, 2, 9])(
      'walks over orders, oldest first, %i at a time, those in the bin too and not counted',
      async (most) => {
        expect(await walk(all, most)).toEqual(['30:1', '10:2', '20:1', '40:0', '50:1']);
      },
    );

    it('walks over orders that were made or refunded since a moment', async () => {
      expect(await walk(since('2025-03-01'), 2)).toEqual(['10:1', '20:1', '40:0', '50:1']);
    });

    it('walks over what has no facts', async () => {
      expect(await walk(missing, 1)).toEqual(['20:1', '40:0']);
    });

    it('returns customers by id', async () => {
      expect(await source.nextCustomers(all, 0, 9)).toEqual([2, 3]);
      expect(await source.nextCustomers(all, 2, 9)).toEqual([3]);
      expect(await source.nextCustomers(all, 0, 1)).toEqual([2]);
      expect(await source.nextCustomers(missing, 0, 9)).toEqual([3]);
    });

    it('finds what was changed behind a moment, and of one moment behind an id', async () => {
      const behind = async (moment: string, id: number, most = 9) =>
        (await source.changedSince({ at: at(moment).toISOString(), id }, most)).orders.map((each) => each.id);
      expect(await behind('2025-02-10', 9)).toEqual([10, 20, 40, 50]);
      expect(await behind('2025-02-10', 10)).toEqual([20, 40, 50, 10]);
      expect(await behind('2025-02-10', 10, 2)).toEqual([20, 40]);
      expect(await source.changedSince({ at: at('2025-04-01').toISOString(), id: 60 }, 9)).toEqual({
        orders: [],
        last: undefined,
      });
    });

    it('returns where to continue after the last that was found', async () => {
      const { last } = await source.changedSince({ at: at('2025-02-10').toISOString(), id: 10 }, 1);
      expect([new Date(last?.at ?? ''), last?.id]).toEqual([at('2025-03-10'), 20]);
    });

    it('returns facts with all that belong to the same order', async () => {
      expect(await source.factsBehind(0, 1)).toEqual({ orderIds: [10, 60], last: 10 });
      expect(await source.factsBehind(10, 1)).toEqual({ orderIds: [30], last: 30 });
      const { orderIds, last } = await source.factsBehind(30, 1);
      expect([orderIds.toSorted((a, b) => a - b), last]).toEqual([[10, 60], 60]);
      expect(await source.factsBehind(60, 1)).toEqual({ orderIds: [], last: undefined });
    });
  });
