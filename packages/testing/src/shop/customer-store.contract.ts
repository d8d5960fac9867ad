import { setTimeout as later } from 'node:timers/promises';
import type { Customer } from '@backroom/core/commerce';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NOON } from '../builders/noon.ts';
import { aCustomer, aNewOrder } from '../builders/shop-records.ts';
import { aNewUser, freshWord, type OpenStores, orderOf, outcomes } from '../builders/stores.ts';
import { contract } from '../contract.ts';
import { datedListContract, dayOf, recordListContract } from './record-lists.contract.ts';

export const customerStoreContract = (implementation: string, open: () => Promise<OpenStores>) => {
  contract(`CustomerStore: ${implementation}`, () => {
    let stores: OpenStores;
    let customers: OpenStores['customers'];
    beforeAll(async () => {
      stores = await open();
      customers = stores.customers;
    });
    afterAll(() => stores?.close());

    const add = async (changes: Partial<Customer> = {}): Promise<Customer> => {
      const [id = 0] = await customers.nextIds(1);
      await customers.save([aCustomer(id, changes)], NOON);
      return aCustomer(id, changes);
    };

    it('returns a customer as it was stored, with all members', async () => {
      const account = await stores.users.insert(aNewUser(), NOON);
      const customer = await add({
        userId: 90,
        username: 'mara',
        email: 'Mara@Example.org',
        firstName: 'Mara',
        lastName: 'Lind',
        country: 'US',
        state: 'CA',
        city: 'Springfield',
        postcode: '12345',
        registeredAt: NOON,
        lastActiveAt: NOON,
        accountId: account.userId,
      });
      expect(await customers.find(customer.id)).toEqual(customer);
    });

    it('returns nothing for an unknown id, and many by id', async () => {
      const one = await add();
      const two = await add();
      expect(await customers.find(2_000_000_000)).toBeUndefined();
      expect(await customers.findMany([two.id, 2_000_000_000, one.id, two.id])).toEqual([one, two]);
      expect(await customers.findMany([])).toEqual([]);
    });

    it('finds customers by user id, and by e-mail address whatever the case', async () => {
      const email = `${freshWord()}@Example.org`;
      const registered = await add({ userId: 91, email });
      const guest = await add({ email: email.toUpperCase() });
      const other = await add({ userId: 92 });
      const found = await customers.findByKeys([
        { userId: 92, email: null },
        { userId: null, email: email.toLowerCase() },
        { userId: 2_000_000_000, email: 'unknown@example.org' },
      ]);
      expect(found).toEqual([registered, guest, other]);
      expect(await customers.findByKeys([{ userId: null, email: null }])).toEqual([]);
    });

    it('replaces a customer by its change', async () => {
      const customer = await add({ firstName: 'Mara', email: 'old@example.org' });
      const changed = { ...customer, firstName: null, email: `${freshWord()}@example.org`, city: 'Ulm' };
      await customers.save([changed], NOON);
      expect(await customers.find(customer.id)).toEqual(changed);
      expect(await customers.findByKeys([{ userId: null, email: changed.email }])).toEqual([changed]);
    });

    it('refuses a user id that another customer has', async () => {
      await add({ userId: 93 });
      await expect(add({ userId: 93 })).rejects.toMatchObject({ code: 'shop_rest_customer_exists' });
    });

    it('draws unused ids above the stored ones', async () => {
      const [low = 0] = await customers.nextIds(1);
      await customers.save([aCustomer(low + 50), aCustomer(low + 20)], NOON);
      expect(await customers.nextIds(2)).toEqual([low + 51, low + 52]);
      expect(await customers.nextIds(0)).toEqual([]);
    });

    it('draws each id once, also with concurrent draws and saves', async () => {
      const [low = 0] = await customers.nextIds(1);
      const drawn = await Promise.all(
        Array.from({ length: 20 }, async (_, index) => {
          await customers.save([aCustomer(low + 100 + index * 3)], NOON);
          return customers.nextIds(2);
        }),
      );
      const kept = Array.from({ length: 20 }, (_, index) => low + 100 + index * 3);
      const all = [...drawn.flat(), ...kept].filter((id) => id > low + 160);
      expect(new Set(drawn.flat()).size).toBe(40);
      expect(new Set(all).size).toBe(all.length);
    });

    it('does not overwrite a customer that was inserted at the same moment', async () => {
      const [id = 0] = await customers.nextIds(1);
      const held = Promise.withResolvers<void>();
      let tries = 0;
      let saving = false;
      let over = false;
      const first = stores.unitOfWork.run(async () => {
        await customers.save([aCustomer(id, { city: 'Ulm' })], NOON);
        held.resolve();
        // Where one unit runs at a time, the second only begins after this one; where it has begun, it is waited for.
        for (let round = 0; round < (tries === 0 ? 50 : 5_000) && !saving; round += 1)
          await stores.locations.find({ id: 1 });
        if (saving) await later(250);
        over = true;
      });
      await held.promise;
      const second = stores.unitOfWork.run(async () => {
        tries += 1;
        if ((await customers.find(id)) || over) return;
        saving = true;
        await customers.save([aCustomer(id, { city: 'Bern' })], NOON);
      });
      await Promise.all([first, second]);
      expect((await customers.find(id))?.city).toBe('Ulm');
      expect(tries).toBe(saving ? 2 : 1);
    });

    it('makes other holders of one of the keys wait', async () => {
      const email = `${freshWord()}@example.org`;
      const hold = (keys: Parameters<typeof customers.holdKeys>[0]) => () => customers.holdKeys(keys);
      const byEmail = hold([{ userId: null, email }]);
      expect(await orderOf(stores, hold([{ userId: 7, email }]), byEmail)).toEqual(['first', 'second']);
      const byUser = hold([{ userId: 7, email: null }]);
      expect(await orderOf(stores, hold([{ userId: 7, email }]), byUser)).toEqual(['first', 'second']);
      await customers.holdKeys([]);
    });

    it('makes one customer of an address in concurrent units that hold it', async () => {
      const email = `${freshWord()}@example.org`;
      const make = () =>
        stores.unitOfWork.run(async () => {
          await customers.holdKeys([{ userId: null, email }]);
          const [known] = await customers.findByKeys([{ userId: null, email }]);
          if (!known) await add({ email });
        });
      expect(await outcomes(Array.from({ length: 6 }, make))).toEqual({ done: 6, refused: [] });
      expect(await customers.findByKeys([{ userId: null, email }])).toHaveLength(1);
    });

    it('returns customers without orders, and deletes customers', async () => {
      const buyer = await add();
      const other = await add();
      const [id = 0] = await stores.orders.nextIds(1);
      await stores.orders.saveOrders([aNewOrder(id, { customerId: buyer.id })]);
      expect(await customers.withoutOrders([buyer.id, other.id])).toEqual([other.id]);
      await customers.remove([other.id]);
      expect(await customers.find(other.id)).toBeUndefined();
      expect(await customers.find(buyer.id)).toEqual(buyer);
    });

    it('walks over all customers by id', async () => {
      const first = await customers.walk(0, 3);
      const rest = await customers.walk(first.at(-1)?.id ?? 0, 1_000);
      const ids = [...first, ...rest].map(({ id }) => id);
      expect(first).toHaveLength(3);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
      expect(await customers.walk(ids.at(-1) ?? 0, 3)).toEqual([]);
    });
  });

  contract(`The list of CustomerStore: ${implementation}`, () => {
    let stores: OpenStores;
    const ids = [11, 12, 13, 14, 15];
    const customers = ids.map((id, place) =>
      aCustomer(id, { registeredAt: dayOf(place), ...(place === 1 && { email: 'Zoë@example.org' }) }),
    );
    beforeAll(async () => {
      stores = await open();
      await stores.customers.save(customers, NOON);
    });
    afterAll(() => stores?.close());

    const listed = {
      ids: () => ids,
      list: (...given: Parameters<OpenStores['customers']['list']>) => stores.customers.list(...given),
      searched: 'zoe@',
      change: async (now: Date) => {
        const changed = customers.map((each) => (each.id === 13 ? { ...each, city: 'Ulm' } : each));
        await stores.customers.save(changed, now);
      },
    };
    recordListContract(listed);
    datedListContract(listed);

    it('finds customers by name and by username', async () => {
      await stores.customers.save([aCustomer(12, { firstName: 'Ann', lastName: 'Lee', username: 'annie' })], NOON);
      const filter = { orderBy: 'id', order: 'asc' } as const;
      for (const search of ['ann lee', 'ANNIE'])
        expect((await stores.customers.list({ ...filter, search }, { page: 1, perPage: 5 })).total).toBe(1);
    });
  });
};
