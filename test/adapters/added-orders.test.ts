import type { FactRows } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { type OpenFacts, openFacts, refreshAll } from '../support/fact-stores.ts';
import { dayAfter, dice, factRows, madeUp, orderIdsOf } from '../support/facts.ts';

const customers = 4;

/** Other times for a row, so that all are within a few weeks of three months and two years. */
const near = (roll: (sides: number) => number, rows: FactRows): FactRows => {
  const time = () => `${dayAfter(345 + roll(40))} 1${roll(10)}:00:00`;
  const { order } = rows;
  const created = time();
  return {
    ...rows,
    order: {
      ...order,
      ...{ created, createdUtc: new Date(`${created.replace(' ', 'T')}Z`) },
      paid: order.paid && time(),
      completed: order.completed && time(),
    },
  };
};

for (const database of databases)
  describe(`sums to which orders are added, on ${database.name}`, () => {
    let opened: OpenFacts;
    beforeAll(async () => {
      opened = await openFacts(database);
      await opened.addCustomers(customers);
      for (let product = 1; product <= 4; product += 1) await opened.link(product, 1 + (product % 2));
    });
    afterAll(() => opened?.close());

    it('are what counting gives, whatever is written between moving what is pending', async () => {
      const { facts } = opened;
      await facts.clear();
      const roll = dice(20);
      const held = new Map<number, readonly FactRows[]>();
      for (let step = 0; step < 60; step += 1) {
        const id = (1 + (roll(4) === 0 ? roll(step + 1) : step)) * 10;
        const before = held.get(id) ?? [];
        const rows = roll(6) === 0 ? [] : madeUp(roll, id, customers).map((each) => near(roll, each));
        held.set(id, rows);
        await opened.write(rows, {
          gone: orderIdsOf(before),
          customers: before.map(({ order }) => order.customerId),
        });
        if (roll(9) === 0) await opened.unitOfWork.run(() => facts.markProducts([1 + roll(4)]));
        if (roll(3) > 0) await facts.refresh();
        if (step % 6 === 0) expect(await facts.compareDerived(defaultShopSettings, 5), `step ${step}`).toEqual([]);
      }
      await refreshAll(facts);
      expect(await facts.compareDerived(defaultShopSettings, 5)).toEqual([]);
    });

    it('are not counted again for new and changed orders', async () => {
      const { facts } = opened;
      await facts.clear();
      const order = (id: number, quantity = 1) =>
        factRows({ id, customerId: 1, created: `2025-03-0${id} 10:00:00`, lines: [[1, 0, quantity, 500]] });
      await opened.write([order(1)]);
      await refreshAll(facts);
      await opened.spoil('update product_level set quantity = 100 where level = 2');
      await opened.write([order(2)]);
      await refreshAll(facts);
      const quantities = async () =>
        (
          await sql<{ quantity: number }>`select quantity::int from product_level
            where date_type = 1 and level = 2`.execute(opened.database.kysely())
        ).rows;
      expect(await quantities()).toEqual([{ quantity: 101 }]);
      await opened.write([order(1), order(2)]);
      expect(await facts.countPending()).toBe(0);
      await opened.write([order(1), order(2, 3)]);
      await refreshAll(facts);
      expect(await quantities()).toEqual([{ quantity: 103 }]);
    });
  });
