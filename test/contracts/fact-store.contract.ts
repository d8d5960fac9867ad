import type { CountingRules, FactRows } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectedTables } from '../support/fact-oracle.ts';
import { type OpenFacts, refreshAll } from '../support/fact-stores.ts';
import { dayAfter, dice, factRows, madeUp, orderIdsOf } from '../support/facts.ts';

const rules: CountingRules = defaultShopSettings;
const refusal = { name: 'a refusal that undoes the unit' };

export const factStoreContract = (implementation: string, open: () => Promise<OpenFacts>) =>
  describe(`FactStore: ${implementation}`, () => {
    let opened: OpenFacts;
    let facts: OpenFacts['facts'];
    beforeAll(async () => {
      opened = await open();
      facts = opened.facts;
    });
    beforeEach(async () => {
      await opened.reset();
      await opened.addCustomers(9);
    });
    afterAll(() => opened?.close());

    const order = factRows({
      ...{ id: 55, customerId: 1, created: '2025-03-30 23:59:59', paid: '2025-04-01 00:00:00', shipping: 3 },
      lines: [
        [7, 0, 2, 999],
        [7, 71, 1, 5],
      ],
      coupons: [
        [3, 12],
        [-1, 4],
      ],
      taxes: [
        [1, 'DE-VAT-1', 190],
        [1, 'DE-VAT-2', 10],
      ],
    });
    const refund = factRows({
      id: 60,
      parentId: 55,
      customerId: 1,
      created: '2026-01-02 08:00:00',
      lines: [[7, 71, -1, -5]],
    });
    const tablesOf = async (names: readonly string[]) =>
      Object.fromEntries(Object.entries(await opened.read()).filter(([name]) => names.includes(name)));

    it('keeps every member of every row', async () => {
      await opened.write([order, refund]);
      expect(await facts.compare([55, 60], [order, refund])).toEqual([]);
      const changed = { ...order, order: { ...order.order, paid: null } };
      const differences = await facts.compare([55, 60], [changed, refund]);
      expect(differences.map(({ table, key }) => `${table} ${key}`)).toEqual([
        'order_fact order_id=55',
        ...['line_fact order_id=55 item_id=550', 'line_fact order_id=55 item_id=551'],
        ...['coupon_fact order_id=55 coupon_id=-1', 'coupon_fact order_id=55 coupon_id=3'],
        ...['tax_fact order_id=55 tax_line_id=550', 'tax_fact order_id=55 tax_line_id=551'],
      ]);
      expect(differences[0]).toMatchObject({ stored: { paid_day: '2025-04-01' }, computed: { paid_day: null } });
    });

    it('removes what an order no longer has, and everything of an order that is written without rows', async () => {
      await opened.write([order, refund]);
      const bare = factRows({ id: 55, customerId: 1, created: '2025-03-30 10:00:00' });
      await opened.write([bare], { gone: [60] });
      expect(await facts.compare([55, 60], [bare])).toEqual([]);
      await opened.write([], { gone: [55], customers: [1] });
      expect(await facts.compare([55, 60], [])).toEqual([]);
      expect(await tablesOf(['chains', 'customer_fact'])).toEqual({
        chains: {},
        customer_fact: {},
      });
    });

    it('removes what is left of an earlier order with the id of a new one', async () => {
      await opened.write([order]);
      const bare = factRows({ id: 55, customerId: 1, created: '2025-03-30 10:00:00' });
      await opened.write([bare], { areNew: true });
      expect(await facts.compare([55], [bare])).toEqual([]);
      expect(await facts.compareDerived(rules, 10)).toEqual([]);
    });

    it('reports missing, extra and different rows', async () => {
      await opened.write([order]);
      const [missing] = await facts.compare([55, 60], [order, refund]);
      expect(missing).toMatchObject({ table: 'order_fact', key: 'order_id=60', stored: undefined });
      const gone = await facts.compare([55], []);
      expect(gone).toHaveLength(7);
      expect(gone.every(({ computed }) => computed === undefined)).toBe(true);
    });

    it('undoes everything with the unit of work', async () => {
      const undone = opened.unitOfWork.run(async () => {
        await facts.holdCustomers([1]);
        await facts.write({ orderIds: [55], rows: [order], customerIds: [1] });
        throw refusal;
      });
      await expect(undone).rejects.toBe(refusal);
      expect(await facts.countPending()).toBe(0);
      expect(await facts.compare([55], [])).toEqual([]);
    });

    it('with a turn removes what was there when it is alone, and adds the new rows when the turn is free', async () => {
      await opened.write([order]);
      const previousDone = Promise.withResolvers<void>();
      const nextReady = Promise.withResolvers<void>();
      const bare = factRows({ id: 55, customerId: 1, created: '2025-03-30 10:00:00' });
      await opened.unitOfWork.run(async () => {
        await facts.holdCustomers([1]);
        const gates = { previousDone: previousDone.promise, nextReady: nextReady.promise };
        const writing = facts.write({ orderIds: [55], rows: [bare], customerIds: [1] }, gates);
        expect(await facts.compare([55], [order])).toEqual([]);
        previousDone.resolve();
        await expect.poll(() => facts.compare([55], [])).toEqual([]);
        nextReady.resolve();
        await writing;
      });
      expect(await facts.compare([55], [bare])).toEqual([]);
    });

    it('refuses rows of customers and orders that are not named', async () => {
      const write = (orderIds: number[], customerIds: number[]) =>
        facts.write({ orderIds, rows: [order], customerIds });
      await expect(write([55], [2])).rejects.toThrow(TypeError);
      await expect(write([56], [1])).rejects.toThrow(TypeError);
    });

    it('adds nothing for orders that are as they were', async () => {
      await opened.write([order]);
      expect(await facts.countPending()).toBeGreaterThan(0);
      await refreshAll(facts);
      await opened.write([order]);
      expect(await facts.countPending()).toBe(0);
    });

    it.each([1, 2, 3])('equals plain counting after each step of history %i', async (seed) => {
      const roll = dice(seed);
      const links = [
        [1, 1],
        [1, 2],
        [2, 2],
        [3, 9],
      ] as const;
      for (const [product, category] of links) await opened.link(product, category);
      const held = new Map<number, readonly FactRows[]>();
      for (let step = 0; step < 12; step += 1) {
        const ids = Array.from({ length: 1 + roll(6) }, () => 10 * (1 + roll(25)));
        const bundles = new Map([...new Set(ids)].map((id) => [id, roll(6) === 0 ? [] : madeUp(roll, id, 5)]));
        const before = [...bundles.keys()].flatMap((id) => held.get(id) ?? []);
        for (const [id, rows] of bundles) held.set(id, rows);
        await opened.write([...bundles.values()].flat(), {
          gone: orderIdsOf(before),
          customers: before.map((each) => each.order.customerId),
          areNew: roll(2) === 0,
        });
        const all = [...held.values()].flat();
        const expected = expectedTables(all, rules, links);
        expect(await facts.compare(orderIdsOf(all), all)).toEqual([]);
        const { chains, customer_fact } = await opened.read();
        expect(chains).toEqual(expected.chains);
        expect(customer_fact).toEqual(expected.customer_fact);
        expect(await facts.compareDerived(rules, 10)).toEqual([]);
        if (step % 3 !== 2) continue;
        await refreshAll(facts);
        expect({ ...(await opened.read()), customer_fact: {} }).toEqual({ ...expected, customer_fact: {} });
        expect(await facts.compareDerived(rules, 10)).toEqual([]);
      }
    });

    it.each([1, 2, 3])('equals plain counting after each new order of history %i', async (seed) => {
      const roll = dice(seed);
      const held: FactRows[] = [];
      for (let step = 0; step < 40; step += 1) {
        // A few are earlier than others of their customer, and a few statuses do not count.
        const day = dayAfter(roll(5) === 0 ? roll(500) : 400 + 5 * step);
        const status = (['completed', 'completed', 'pending'] as const)[roll(3)] ?? 'completed';
        const sketch = { id: 10 * (step + 1), customerId: 1 + roll(4), status, created: `${day} 10:00:00` };
        const rows = [
          factRows({ ...sketch, lines: [[1 + roll(3), roll(2), 1, roll(9_000)]], taxes: [[1, 'DE-VAT-1', roll(900)]] }),
        ];
        held.push(...rows);
        await opened.write(rows, { areNew: true });
        const { chains, customer_fact } = await opened.read();
        const expected = expectedTables(held, rules, []);
        expect({ chains, customer_fact }).toEqual({ chains: expected.chains, customer_fact: expected.customer_fact });
        expect(await facts.compareDerived(rules, 10)).toEqual([]);
      }
    });

    describe('with a made-up shop', () => {
      const links = [
        [1, 1],
        [2, 1],
        [3, 2],
      ] as const;
      let all: readonly FactRows[];
      beforeEach(async () => {
        const roll = dice(77);
        for (const [product, category] of links) await opened.link(product, category);
        all = Array.from({ length: 40 }, (_, index) => madeUp(roll, 10 * (index + 1), 6)).flat();
        await opened.write(all);
        await refreshAll(facts);
      });

      it('counts by other rules after a rebuild', async () => {
        const other: CountingRules = { weekStartsOn: 0, dateType: 'date_completed', excludedStatuses: ['processing'] };
        await facts.rebuildDerived(other);
        expect(await facts.compareDerived(other, 10)).toEqual([]);
        expect(await opened.read()).toEqual(expectedTables(all, other, links));
        expect(await facts.countPending()).toBe(0);
      });

      it('begins a rebuild when the rules are other ones, and continues it until it is done', async () => {
        expect(await facts.useRules({ ...rules, excludedStatuses: rules.excludedStatuses.toReversed() })).toBe(false);
        expect(await facts.goOnRebuilding()).toBe(false);
        const other: CountingRules = { ...rules, weekStartsOn: 3, dateType: 'date_created' };
        expect(await opened.unitOfWork.run(() => facts.useRules(other))).toBe(true);
        while (await facts.goOnRebuilding()) expect(await facts.compareDerived(other, 10)).toEqual([]);
        expect((await facts.compareDerived(rules, 1))[0]?.table).toBe('fact_rules');
        await refreshAll(facts);
        expect(await opened.read()).toEqual(expectedTables(all, other, links));
      });

      it('reports the progress of a rebuild, and until its end compares only its part', async () => {
        expect(await facts.underWay()).toEqual({ recount: undefined, rebuildFrom: undefined });
        const other: CountingRules = { ...rules, dateType: 'date_created', excludedStatuses: [] };
        await opened.unitOfWork.run(() => facts.useRules(other));
        await opened.spoil('update order_day set net = net - 1');
        expect(await facts.underWay()).toMatchObject({ rebuildFrom: 0 });
        expect(await facts.compareDerived(other, 10)).toEqual([]);
        await facts.goOnRebuilding();
        expect(await facts.underWay()).toMatchObject({ rebuildFrom: 1 });
        await opened.spoil('update fact_rules set rebuild_from = 3');
        await opened.spoil('update order_fact set is_returning = not is_returning where customer_id in (2, 3)');
        const found = await facts.compareDerived(other, 100);
        const theirs = orderIdsOf(all.filter(({ order: { customerId } }) => customerId < 3));
        expect(found.length).toBeGreaterThan(0);
        expect(
          found.every(
            ({ key }) => theirs.includes(Number(/order_id=(\d+)/.exec(key)?.[1])) || key.startsWith('customer_id='),
          ),
        ).toBe(true);
        await facts.rebuildDerived(other);
        expect(await facts.underWay()).toEqual({ recount: undefined, rebuildFrom: undefined });
        expect(await opened.read()).toEqual(expectedTables(all, other, links));
      });

      it('stores the progress of a recount, and that another one was begun', async () => {
        const begin = () => opened.unitOfWork.run(() => facts.beginRecount());
        await begin();
        const { recount: first } = await facts.underWay();
        expect(first).toMatchObject({ after: 0 });
        const no = first?.no ?? 0;
        expect(await facts.recounted(no, 50)).toBe(true);
        // Another unit was behind.
        expect(await facts.recounted(no, 30)).toBe(true);
        expect((await facts.underWay()).recount).toEqual({ no, after: 50 });
        await begin();
        expect(await facts.recounted(no, 70)).toBe(false);
        expect(await facts.recounted(no, undefined)).toBe(false);
        expect((await facts.underWay()).recount).toEqual({ no: no + 1, after: 0 });
        expect(await facts.recounted(no + 1, undefined)).toBe(true);
        expect((await facts.underWay()).recount).toBeUndefined();
        expect(await facts.recounted(no + 1, 90)).toBe(false);
      });

      it('begins no recount without facts', async () => {
        await facts.clear();
        await opened.unitOfWork.run(() => facts.beginRecount());
        expect((await facts.underWay()).recount).toBeUndefined();
      });

      it('finds no difference in facts as they were written', async () => {
        expect(await facts.suspects([...orderIdsOf(all), 999_999], all)).toEqual([]);
      });

      it.each([
        'update order_fact set paid_at = null, completed_at = paid_at where order_id = 30',
        'update line_fact set net = net + 1 where order_id = 30',
        'update line_fact set is_refund = not is_refund where order_id = 30',
        'delete from line_fact where order_id = 30',
        "insert into tax_fact select 30, 7, 1, 'x', 'y', '', '', 1, 1, 1, 1, 1, created_day, null, null, status, false, false from order_fact where order_id = 30",
        "insert into coupon_fact select 30, 7, 'x', 1, created_day, null, null, status from order_fact where order_id = 30",
        'delete from order_fact where order_id = 30',
      ])('reports different facts: %s', async (statement) => {
        const wanted = factRows({
          ...{ id: 30, customerId: 1, created: '2025-03-30 23:59:59', paid: '2025-04-01 00:00:00', completed: null },
          lines: [
            [7, 0, 2, 999],
            [7, 71, 1, 5],
          ],
        });
        await opened.write([wanted], { gone: orderIdsOf(all.filter(({ order: { parentId } }) => parentId === 30)) });
        expect(await facts.suspects([30], [wanted])).toEqual([]);
        await opened.spoil(statement);
        expect(await facts.suspects([30], [wanted])).toEqual([30]);
      });

      it('reads texts of every kind as the database keeps them', async () => {
        const base = factRows({ id: 70, customerId: 1, created: '2025-03-30 23:59:59', lines: [[7, 0, 2, 999]] });
        const attributes = { größe: 'L "weit"', b: '\\ \n\t', 'pa_a\u0001': 'ü😀\u2028', aa: '' };
        const odd = { ...base, lines: base.lines.map((each) => ({ ...each, attributes })) };
        await opened.write([odd]);
        expect(await facts.suspects([70], [odd])).toEqual([]);
        expect(await facts.compare([70], [odd])).toEqual([]);
      });

      it('writes by the stored rules, also during a rebuild', async () => {
        const other: CountingRules = { ...rules, dateType: 'date_created', excludedStatuses: [] };
        await facts.useRules(other);
        await facts.goOnRebuilding();
        const more = madeUp(dice(5), 9_000, 6);
        await opened.write(more);
        while (await facts.goOnRebuilding());
        await refreshAll(facts);
        expect(await opened.read()).toEqual(expectedTables([...all, ...more], other, links));
      });

      it.each([
        ['order_fact', 'update order_fact set is_returning = not is_returning where order_id = 30'],
        ['order_fact', "update order_fact set previous_day = '2020-01-01' where order_id = 30"],
        ['customer_fact', 'update customer_fact set total_spend = total_spend + 1 where customer_id = 2'],
        ['customer_fact', 'delete from customer_fact where customer_id = 2'],
        ['customer_fact', 'update customer_fact set is_listed = not is_listed where customer_id = 3'],
        ['customer_tally', 'insert into customer_tally (customers) values (1)'],
        ['customer_year', 'update customer_year set spend = spend + 1'],
        ['customer_year', 'delete from customer_year where customer_id = 3'],
        ['order_day', 'update order_day set net = net - 1'],
        [
          'order_day',
          "insert into order_day select 1, '1999-01-01', 'completed', false, false, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1",
        ],
        ['coupon_day', 'update coupon_day set amount = amount + 1'],
        ['coupon_month', 'delete from coupon_month where coupon_id > 0'],
        ['tax_day', 'delete from tax_day where rate_id = 1'],
        ['order_month', 'delete from order_month where date_type = 1'],
        ['tax_month', 'update tax_month set taxable = taxable + 1'],
        ['order_year', 'update order_year set items = items + 1'],
        ['tax_year', 'delete from tax_year where rate_id = 1'],
        ['coupon_year', 'update coupon_year set net = net - 1'],
        ['customer_day', 'update customer_day set first_in_week = first_in_week + 1'],
        ['line_level', 'update line_level set quantity = quantity + 1 where level = 4 and has_variation'],
        ['line_level', 'delete from line_level where level = 2'],
        ['product_level', 'update product_level set quantity = quantity + 1 where level = 4'],
        ['variation_level', 'delete from variation_level where level = 2 and variation_id = 1'],
        ['category_level', 'update category_level set orders = 0'],
        ['rate_product_level', 'update rate_product_level set orders = orders + 1 where level = 4'],
        ['rate_product_level', 'delete from rate_product_level where level = 2'],
        ['product_level', 'update product_level set new_entries = new_entries + 1 where level = 2'],
      ])('finds what is wrong in %s, and a rebuild puts it right: %s', async (table, statement) => {
        await opened.spoil(statement);
        const differences = await facts.compareDerived(rules, 3);
        expect(differences.length).toBeGreaterThan(0);
        expect(differences.length).toBeLessThanOrEqual(3);
        expect(differences[0]?.table).toBe(table);
        expect(differences[0]?.stored).not.toEqual(differences[0]?.computed);
        await facts.rebuildDerived(rules);
        expect(await facts.compareDerived(rules, 3)).toEqual([]);
        expect(await opened.read()).toEqual(expectedTables(all, rules, links));
      });

      it('recounts categories when products are in other ones', async () => {
        await opened.unitOfWork.run(async () => {
          await opened.link(4, 2);
          await facts.markProducts([4]);
        });
        expect(await facts.countPending()).toBeGreaterThan(0);
        await refreshAll(facts);
        expect(await opened.read()).toEqual(expectedTables(all, rules, [...links, [4, 2]]));
      });

      it('deletes customers without rows, and no others', async () => {
        const theirs = all.filter((each) => each.order.customerId === 2);
        await opened.write([], { gone: orderIdsOf(theirs), customers: [2, 9] });
        await facts.forgetCustomers([2, 3, 9]);
        const people = Object.keys((await opened.read()).customer_fact ?? {});
        expect(people.filter((id) => ['2', '3', '9'].includes(id))).toEqual(['3']);
      });

      it('names the customers of orders', async () => {
        const theirs = all.filter((each) => [2, 5].includes(each.order.customerId));
        expect(await facts.customersOf([...orderIdsOf(theirs), 123_456])).toEqual([2, 5]);
      });

      it('returns the ids of missing orders', async () => {
        const ids = orderIdsOf(all).toSorted((a, b) => a - b);
        expect(await facts.orphans(2)).toEqual(ids.slice(0, 2));
        await opened.addOrder(ids[0] ?? 0);
        expect(await facts.orphans(1_000)).toEqual(ids.slice(1));
      });

      it('removes everything', async () => {
        await facts.clear();
        expect(Object.values(await opened.read())).toEqual(Array(18).fill({}));
        expect(await facts.countPending()).toBe(0);
      });
    });
  });
