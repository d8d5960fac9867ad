import type { CountingRules, FactRows } from '@backroom/core/analytics';
import { defaultShopSettings, type OrderStatus } from '@backroom/core/commerce';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import { expectedTables } from '../support/fact-oracle.ts';
import { type OpenFacts, openFacts } from '../support/fact-stores.ts';
import { dayAfter, dice, type FactSketch, factRows } from '../support/facts.ts';

const dateTypes = ['date_created', 'date_paid', 'date_completed'] as const;
type Sketch = Omit<FactSketch, 'customerId'> & { readonly customerId?: number };

const order = (id: number, created: string, more: Partial<Sketch> = {}): Sketch => ({
  ...{ id, created, completed: created, lines: [[1, 0, 1, id * 100]] },
  ...more,
});
const refund = (id: number, parentId: number, created: string, more: Partial<Sketch> = {}): Sketch =>
  order(id, created, { parentId, lines: [[1, 0, -1, -id]], ...more });

const first = order(100, '2025-01-10 10:00:00');
const pending = order(150, '2025-02-01 10:00:00', { status: 'pending', paid: null, completed: null });
const last = order(200, '2025-03-05 12:00:00');
const before = [first, pending, last];

/** What comes after the first three orders, and in which writes. */
const continuations: readonly (readonly [name: string, writes: readonly (readonly Sketch[])[]])[] = [
  ['a later day', [[order(300, '2025-03-06 00:00:00')]]],
  ['two days, one after the other', [[order(300, '2025-03-06 00:00:00')], [order(310, '2026-01-01 00:00:00')]]],
  ['two later rows on one day', [[order(300, '2025-03-09 12:00:00'), order(310, '2025-03-09 11:00:00')]]],
  ['later on the same day', [[order(300, '2025-03-05 12:00:01')]]],
  ['earlier on the same day', [[order(300, '2025-03-05 11:59:59')]]],
  ['the same instant, by a higher id', [[order(300, last.created)]]],
  ['the same instant, by a lower id', [[order(199, last.created)]]],
  ['a day in between', [[order(300, '2025-02-02 12:00:00')]]],
  ['a later day and one in between', [[order(300, '2025-04-01 12:00:00'), order(310, '2025-02-02 12:00:00')]]],
  ['the day before the first', [[order(300, '2025-01-09 10:00:00')]]],
  ['the instant of the first, by a lower id', [[order(99, first.created)]]],
  ['made before the first and paid last', [[order(99, '2024-12-31 10:00:00', { paid: '2025-06-01 10:00:00' })]]],
  ['made last and paid first', [[order(300, '2025-06-01 10:00:00', { paid: '2025-01-01 10:00:00' })]]],
  ['made last and paid never', [[order(300, '2025-06-01 10:00:00', { paid: null })]]],
  ['one that does not count', [[{ ...pending, id: 300, created: '2025-07-01 10:00:00' }]]],
  [
    'one that counts behind one that does not',
    [[{ ...pending, id: 300, created: '2025-07-01 10:00:00' }], [order(310, '2025-07-01 11:00:00')]],
  ],
  ['a refund of the last on a later day', [[refund(300, 200, '2025-03-06 10:00:00')]]],
  ['a refund of the last on its day', [[refund(300, 200, '2025-03-05 18:00:00')]]],
  ['a refund of the first in another year', [[refund(300, 100, '2026-02-01 10:00:00')]]],
  ['a refund, then an order', [[refund(300, 200, '2025-03-06 10:00:00')], [order(310, '2025-03-07 10:00:00')]]],
  ['an order and its refund', [[order(300, '2025-03-06 10:00:00'), refund(301, 300, '2025-03-08 10:00:00')]]],
  [
    'an order and a refund that came before it',
    [[order(300, '2025-03-09 10:00:00'), refund(301, 300, '2025-03-08 10:00:00')]],
  ],
  ['the last one edited', [[{ ...last, created: '2025-03-20 10:00:00', completed: null }]]],
  [
    'the last one cancelled beside a later one',
    [[{ ...last, status: 'cancelled' }, order(300, '2025-03-20 10:00:00')]],
  ],
  [
    'the first one cancelled, then a later one',
    [[{ ...first, status: 'cancelled' }], [order(300, '2025-03-20 10:00:00')]],
  ],
  ['the last one given to a customer with later orders', [[{ ...last, customerId: 2 }]]],
  [
    'the last one given to a customer with earlier orders',
    [[{ ...last, customerId: 3 }, order(300, '2025-03-20 10:00:00')]],
  ],
  [
    'a new, a known and an unusual customer',
    [
      [
        order(300, '2025-03-20 10:00:00', { customerId: 4 }),
        order(301, '2025-03-21 10:00:00', { customerId: 4 }),
        order(302, '2025-03-21 10:00:00'),
        order(303, '2025-03-22 10:00:00'),
        order(304, '2025-03-22 10:00:00', { customerId: 5 }),
        order(305, '2025-03-01 10:00:00', { customerId: 2 }),
      ],
    ],
  ],
];
const others = [
  order(400, '2025-05-01 10:00:00', { customerId: 2 }),
  order(410, '2025-02-01 10:00:00', { customerId: 3 }),
  { ...pending, id: 420, customerId: 5 },
];

for (const database of databases)
  describe(`rows that come after others, on ${database.name}`, () => {
    let opened: OpenFacts;
    beforeAll(async () => {
      opened = await openFacts(database);
    });
    afterAll(() => opened?.close());

    const begin = async (dateType: CountingRules['dateType']): Promise<CountingRules> => {
      const rules = { ...defaultShopSettings, dateType };
      await opened.reset();
      await opened.addCustomers(6);
      await opened.facts.rebuildDerived(rules);
      return rules;
    };
    const held = new Map<number, FactRows>();
    /** Writes rows, and compares all that is known of the customers with plain counting. */
    const write = async (rows: readonly FactRows[], rules: CountingRules) => {
      const gone = rows.flatMap(({ order: { orderId } }) => held.get(orderId) ?? []);
      for (const each of rows) held.set(each.order.orderId, each);
      await opened.write(rows, { customers: gone.map((each) => each.order.customerId) });
      const found = await opened.read();
      const expected = expectedTables([...held.values()], rules, []);
      for (const table of ['chains', 'customer_fact', 'customer_year'])
        expect({ [table]: found[table] }).toEqual({ [table]: expected[table] });
    };
    const sketched = (sketches: readonly Sketch[]) => sketches.map((each) => factRows({ customerId: 1, ...each }));

    it.each(dateTypes)('are in their places whatever comes next, by %s', async (dateType) => {
      const rules = await begin(dateType);
      for (const [name, writes] of continuations) {
        held.clear();
        await opened.facts.clear();
        await write(sketched([...before, ...others]), rules);
        for (const sketches of writes)
          await write(sketched(sketches), rules).catch((reason: unknown) => {
            throw new Error(name, { cause: reason });
          });
      }
    });

    it.each(dateTypes)('are in their places in a shop that continues day by day, by %s', async (dateType) => {
      const rules = await begin(dateType);
      held.clear();
      const roll = dice(dateTypes.indexOf(dateType) + 1);
      const statuses: readonly OrderStatus[] = ['completed', 'completed', 'processing', 'pending', 'on-hold'];
      let day = 0;
      for (let step = 1; step <= 25; step += 1) {
        const rows = Array.from({ length: 1 + roll(4) }, (_, index) => {
          day += roll(3);
          const time = (back: number) => `${dayAfter(Math.max(0, day - roll(back)) + 300)} ${10 + roll(3)}:00:00`;
          const earlier = [...held.values()].filter((each) => each.order.parentId === 0);
          const parent = roll(4) === 0 ? earlier[roll(earlier.length || 1)] : undefined;
          const both = { id: step * 10 + index, created: time(3), completed: roll(3) === 0 ? null : time(2) };
          if (!parent) {
            const status = statuses[roll(statuses.length)] as OrderStatus;
            return factRows({ ...order(both.id, both.created), ...both, status, customerId: 1 + roll(3) });
          }
          const { orderId, status, customerId } = parent.order;
          return factRows({ ...refund(both.id, orderId, both.created), status, customerId });
        });
        await write(rows, rules);
      }
      expect(await opened.facts.compareDerived(rules, 10)).toEqual([]);
    });

    it('are counted onto what is known of their customer, however many came before', async () => {
      await begin('date_created');
      await opened.write(sketched(before));
      await opened.spoil('update customer_fact set orders_count = 1000000 where customer_id = 1');
      await opened.write(sketched([order(300, '2025-03-06 00:00:00')]));
      expect(Object.values((await opened.read()).customer_fact ?? {})).toEqual([expect.stringMatching(/^1000001 /)]);
    });
  });
