import type { Order, StoredOrder } from '@backroom/core/commerce';
import type { OrderCountFilter, OrderFilter } from '@backroom/core/orders';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aCustomer, aDownload, aNewOrder, anOrder, aRefund } from '../builders/shop-records.ts';
import { type OpenStores, orderOf } from '../builders/stores.ts';
import { contract } from '../contract.ts';
import { datedListContract, dayOf, recordListContract } from './record-lists.contract.ts';

const second = 1_000;

export const orderStoreContract = (implementation: string, open: () => Promise<OpenStores>) => {
  contract(`OrderStore: ${implementation}`, () => {
    let stores: OpenStores;
    let orders: OpenStores['orders'];
    beforeAll(async () => {
      stores = await open();
      orders = stores.orders;
    });
    afterAll(() => stores?.close());

    const ids = async (count: number) => orders.nextIds(count);
    const add = async (changes: Partial<Order> = {}): Promise<number> => {
      const [id = 0] = await ids(1);
      await orders.saveOrders([aNewOrder(id, changes)]);
      return id;
    };
    const found = async (id: number): Promise<StoredOrder> => {
      const order = await orders.find(id);
      if (!order) throw new Error('There is no such order.');
      return order;
    };

    it('returns an order as it was stored, with all its members', async () => {
      const [id = 0] = await ids(1);
      const order = anOrder(id, {
        number: 'A-7',
        completedAt: NOON,
        userId: 9,
        shipping: { firstName: 'Ö', lastName: '' },
      });
      const stock = [{ lineId: 1, state: 'issued', round: 2 }] as const;
      await orders.saveOrders([{ order, stock, statusBeforeTrash: 'on-hold', version: 0 }]);
      expect(await orders.find(id)).toEqual({ order, refunds: [], stock, statusBeforeTrash: 'on-hold', version: 1 });
    });

    it('keeps amounts of sixteen digits, and what buyers chose in their order', async () => {
      const id = await add({ total: 9_000_000_000_000_000 - 1, totalTax: -1 });
      const { order } = await found(id);
      expect([order.total, order.totalTax]).toEqual([8_999_999_999_999_999, -1]);
      expect(Object.keys(order.lines[0]?.attributes ?? {})).toEqual(['zip', 'pa_color']);
    });

    it('finds an order of the longest names by their beginning and by its e-mail address', async () => {
      const long = (first: number) => String.fromCodePoint(...Array.from({ length: 500 }, (_, at) => first + at * 31));
      const firstName = long(0x4e00);
      const lastName = long(0x4e01);
      const email = `${'x'.repeat(480)}@longest.example`;
      const id = await add({
        number: long(0x4e02).slice(0, 100),
        billing: { ...anOrder(1).billing, firstName, lastName, email },
      });
      const list = { orderBy: 'date', order: 'asc' } as const;
      for (const search of [firstName.slice(0, 200), '@longest.example']) {
        const { entries } = await orders.list({ ...list, search }, { page: 1, perPage: 10 });
        expect(entries.map((order) => order.id)).toEqual([id]);
      }
    });

    it('returns an order with its refunds, the oldest first', async () => {
      const id = await add();
      const [one = 0, two = 0] = await ids(2);
      const older = aRefund(two, id);
      const newer = aRefund(one, id, { createdAt: new Date(NOON.getTime() + 1) });
      await orders.saveRefunds([newer, older]);
      expect((await found(id)).refunds).toEqual([older, newer]);
      expect(await orders.findRefund(one)).toEqual(newer);
    });

    it('returns nothing for an unknown id or one of another kind', async () => {
      const id = await add();
      const [refund = 0] = await ids(1);
      await orders.saveRefunds([aRefund(refund, id)]);
      expect(await orders.find(2_000_000_000)).toBeUndefined();
      expect(await orders.find(refund)).toBeUndefined();
      expect(await orders.findRefund(id)).toBeUndefined();
    });

    it('replaces an order by its change, raising the version by one, refunds apart', async () => {
      const id = await add();
      const [refund = 0] = await ids(1);
      await orders.saveRefunds([aRefund(refund, id)]);
      const stored = await found(id);
      await orders.saveOrders([{ ...stored, order: { ...stored.order, status: 'completed', lines: [] } }]);
      const changed = await found(id);
      expect(changed).toEqual({
        ...stored,
        order: { ...stored.order, status: 'completed', lines: [] },
        version: 2,
      });
    });

    it('leaves the version of an order that is as it was', async () => {
      const id = await add();
      await orders.saveOrders([await found(id)]);
      expect((await found(id)).version).toBe(1);
    });

    it('stores the last of an order that comes twice', async () => {
      const [id = 0] = await ids(1);
      await orders.saveOrders([aNewOrder(id, { currency: 'EUR' }), aNewOrder(id, { currency: 'CHF' })]);
      expect((await found(id)).order.currency).toBe('CHF');
    });

    it('collides when the stored version is another one by now', async () => {
      const id = await add();
      const stored = await found(id);
      const changed = { ...stored, order: { ...stored.order, currency: 'EUR' } };
      await orders.saveOrders([changed]);
      const late = stores.unitOfWork.run(() => orders.saveOrders([{ ...changed, order: stored.order }]));
      await expect(late).rejects.toMatchObject({ code: 'busy' });
      await expect(stores.unitOfWork.run(() => orders.saveOrders([aNewOrder(id)]))).rejects.toMatchObject({
        code: 'busy',
      });
      expect((await found(id)).order.currency).toBe('EUR');
    });

    it('inserts an order of one id in one of many concurrent units; the others find it when repeated', async () => {
      const [id = 0] = await ids(1);
      const store = (number: string) =>
        stores.unitOfWork.run(async () => {
          const [held] = await orders.hold([id]);
          if (held) return 'found';
          await orders.saveOrders([aNewOrder(id, { number })]);
          return 'made';
        });
      const done = await Promise.all(['a', 'b', 'c', 'd'].map(store));
      expect(done.toSorted()).toEqual(['found', 'found', 'found', 'made']);
    });

    it('never has an order and a refund of one id', async () => {
      const id = await add();
      const [refund = 0] = await ids(1);
      await orders.saveRefunds([aRefund(refund, id)]);
      const asOrder = stores.unitOfWork.run(() => orders.saveOrders([aNewOrder(refund)]));
      await expect(asOrder).rejects.toMatchObject({ code: 'busy' });
      const other = await add();
      const asRefund = stores.unitOfWork.run(() => orders.saveRefunds([aRefund(other, id)]));
      await expect(asRefund).rejects.toMatchObject({ code: 'busy' });
      expect(await orders.taken([id, refund, other, 2_000_000_000])).toEqual(
        new Map([
          [id, 'order'],
          [refund, 'refund'],
          [other, 'order'],
        ]),
      );
    });

    it('draws unused ids above the stored ones', async () => {
      const [low = 0] = await ids(1);
      await orders.saveOrders([aNewOrder(low + 50), aNewOrder(low + 20)]);
      await orders.saveRefunds([aRefund(low + 70, low + 50)]);
      expect(await ids(3)).toEqual([low + 71, low + 72, low + 73]);
    });

    it('draws lower ids after one of the greatest that exist', async () => {
      await orders.saveOrders([aNewOrder(2_147_483_647)]);
      const [next = 0] = await ids(1);
      expect(next).toBeLessThan(2_000_000_000);
      await orders.remove([2_147_483_647]);
    });

    it('holds orders, by the ids of their refunds too, upwards and each once', async () => {
      const one = await add();
      const two = await add();
      const [refund = 0] = await ids(1);
      await orders.saveRefunds([aRefund(refund, one)]);
      const held = await stores.unitOfWork.run(() => orders.hold([two, refund, one, 2_000_000_000]));
      expect(held.map(({ order }) => order.id)).toEqual([one, two]);
      expect(held[0]?.refunds.map(({ id }) => id)).toEqual([refund]);
      expect(await orders.hold([])).toEqual([]);
    });

    it('locks an order until the unit of work ends', async () => {
      const id = await add();
      const hold = () => orders.hold([id]);
      expect(await orderOf(stores, hold, hold)).toEqual(['first', 'second']);
    });

    it('returns to a waiting caller what was stored meanwhile', async () => {
      const id = await add();
      const [refund = 0] = await ids(1);
      const refunds: number[] = [];
      await orderOf(
        stores,
        async () => {
          await orders.hold([id]);
          await orders.saveRefunds([aRefund(refund, id)]);
        },
        async () => refunds.push(...((await orders.hold([id]))[0]?.refunds ?? []).map((each) => each.id)),
      );
      expect(refunds).toEqual([refund]);
    });

    it('removes orders with their refunds, and refunds alone', async () => {
      const one = await add();
      const two = await add();
      const [first = 0, other = 0, last = 0] = await ids(3);
      await orders.saveRefunds([aRefund(first, one), aRefund(other, two), aRefund(last, two)]);
      await orders.remove([one, other]);
      expect(await orders.find(one)).toBeUndefined();
      expect((await found(two)).refunds.map(({ id }) => id)).toEqual([last]);
      expect(await orders.taken([one, first, other])).toEqual(new Map());
    });

    it('removes the downloads of an order with it', async () => {
      const one = await add();
      const two = await add();
      await stores.downloads.save([aDownload(1, { orderId: one }), aDownload(2, { orderId: two })]);
      await orders.remove([one]);
      expect((await stores.downloads.walk(0, 10)).map(({ orderId }) => orderId)).toEqual([two]);
    });

    it('undoes everything with the surrounding unit of work', async () => {
      const [id = 0] = await ids(1);
      const undone = stores.unitOfWork.run(async () => {
        await orders.saveOrders([aNewOrder(id)]);
        throw new Error('no');
      });
      await expect(undone).rejects.toThrow('no');
      expect(await orders.taken([id])).toEqual(new Map());
    });

    it('returns the newest order of each customer, by creation, then id', async () => {
      const [one = 0, two = 0, three = 0] = await stores.customers.nextIds(3);
      await stores.customers.save([aCustomer(one), aCustomer(two), aCustomer(three)], NOON);
      const late = new Date(NOON.getTime() + second);
      const newest = await add({ customerId: one, createdAt: late });
      await add({ customerId: one });
      await add({ customerId: two });
      const higher = await add({ customerId: two });
      expect(await orders.newestOrders([one, two, three])).toEqual(
        new Map([
          [one, newest],
          [two, higher],
        ]),
      );
    });

    it('has no customer on an order when the customer is removed', async () => {
      const [customer = 0] = await stores.customers.nextIds(1);
      await stores.customers.save([aCustomer(customer)], NOON);
      const id = await add({ customerId: customer });
      await stores.customers.remove([customer]);
      expect((await found(id)).order.customerId).toBeNull();
    });

    it('takes a thousand orders at once', async () => {
      const many = await ids(1_000);
      await orders.saveOrders(many.map((id) => aNewOrder(id)));
      expect((await orders.hold(many)).map(({ order }) => order.id)).toEqual(many);
    });

    it('counts orders and refunds, and walks over all of them by id', async () => {
      const { orders: count, refunds } = await orders.count();
      const walked: StoredOrder[] = [];
      for (let part = await orders.walk(0, 300); part.length > 0; ) {
        walked.push(...part);
        part = await orders.walk(part.at(-1)?.order.id ?? 0, 300);
      }
      expect(walked).toHaveLength(count);
      expect(walked.reduce((sum, each) => sum + each.refunds.length, 0)).toBe(refunds);
      const seen = walked.map(({ order }) => order.id);
      expect(seen).toEqual(seen.toSorted((a, b) => a - b));
      expect(walked[0]).toEqual(await orders.find(seen[0] ?? 0));
    });
  });

  orderListContract(implementation, open);
};

const orderListContract = (implementation: string, open: () => Promise<OpenStores>) =>
  contract(`Lists of OrderStore: ${implementation}`, () => {
    let stores: OpenStores;
    const ids = [11, 12, 13, 14, 15] as const;
    const refunds = [21, 22, 23, 24, 25] as const;
    const at = (place: number) => ({ createdAt: dayOf(place), modifiedAt: dayOf(place) });
    beforeAll(async () => {
      stores = await open();
      await stores.customers.save([aCustomer(5)], NOON);
      const billing = { ...anOrder(1).billing, firstName: 'Zoë' };
      const changes: readonly Partial<Order>[] = [{ customerId: 5 }, { billing }, { status: 'failed' }, {}, {}];
      await stores.orders.saveOrders(ids.map((id, place) => aNewOrder(id, { ...at(place), ...changes[place] })));
      const reasons = [null, 'Bröken', null, null, null];
      await stores.orders.saveRefunds(
        refunds.map((id, place) => aRefund(id, 11, { createdAt: dayOf(place), reason: reasons[place] ?? null })),
      );
    });
    afterAll(() => stores?.close());

    const orderList = {
      ids: () => ids,
      list: (filter: OrderFilter, page: { page: number; perPage: number }) => stores.orders.list(filter, page),
      searched: 'zoe',
      change: async (now: Date) => {
        const stored = await stores.orders.find(13);
        if (stored) await stores.orders.saveOrders([{ ...stored, order: { ...stored.order, modifiedAt: now } }]);
      },
    };
    recordListContract(orderList);
    datedListContract(orderList);
    datedListContract({
      ids: () => refunds,
      list: (filter, page) => stores.orders.listRefunds(11, filter, page),
    });

    const shown = async (filter: Partial<OrderFilter>) => {
      const all = { orderBy: 'id', order: 'asc' } as const;
      return (await stores.orders.list({ ...all, ...filter }, { page: 1, perPage: 10 })).entries.map(({ id }) => id);
    };

    it('shows orders in some statuses, of one customer, with a number', async () => {
      expect(await shown({ status: ['failed', 'cancelled'] })).toEqual([13]);
      expect(await shown({ status: [] })).toEqual([]);
      expect(await shown({ customerId: 5 })).toEqual([11]);
      expect(await shown({ search: '15' })).toEqual([15]);
    });

    it('counts orders by status, of those that match', async () => {
      const counted = async (filter: OrderCountFilter) => Object.fromEntries(await stores.orders.countByStatus(filter));
      const { processing = 0, ...others } = await counted({ include: ids });
      expect([processing, others]).toEqual([4, { failed: 1 }]);
      expect(await counted({ include: ids, after: dayOf(2), before: dayOf(3) })).toEqual({ failed: 1, processing: 1 });
      expect(await counted({ search: 'zoe' })).toEqual({ processing: 1 });
      expect(await counted({ customerId: 5 })).toEqual({ processing: 1 });
      expect(await counted({ include: [] })).toEqual({});
    });

    it('shows the refunds of one order only', async () => {
      const filter = { orderBy: 'date', order: 'desc' } as const;
      const page = { page: 1, perPage: 2 };
      const { entries, total } = await stores.orders.listRefunds(11, filter, page);
      expect([entries.map(({ id }) => id), total]).toEqual([[25, 24], 5]);
      expect(entries[0]).toEqual(await stores.orders.findRefund(25));
      expect((await stores.orders.listRefunds(12, filter, page)).total).toBe(0);
      expect((await stores.orders.listRefunds(11, { ...filter, search: 'BROKEN' }, page)).total).toBe(1);
    });
  });
