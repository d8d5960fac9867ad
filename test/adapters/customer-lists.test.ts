import { MemoryReportRunner, type MemoryTables } from '@backroom/adapters-memory';
import { defaultShopSettings } from '@backroom/core/commerce';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createZone, customersReport, type ListQuery, planList, planTotals } from '../core/internals.ts';
import { databases } from '../support/databases.ts';
import type { Database } from '../support/persistence.ts';
import { MikroCustomerStore, SqlReportRunner } from '../support/persistence.ts';
import { drawing } from '../support/report-draws.ts';
import { randomFacts, storeFacts } from '../support/report-facts.ts';
import { storeSums } from '../support/report-sums.ts';

const context = { settings: defaultShopSettings, zone: createZone('UTC'), now: new Date('2025-06-01') };
const rules = { dateType: 'date_paid', weekStartsOn: 1, excludedStatuses: ['pending', 'failed', 'cancelled'] } as const;

/** All that there is, years, parts of them with all that happened and without, and more than one. */
const ranges = [
  {},
  { after: '2025-01-01T00:00:00', before: '2025-12-31T23:59:59' },
  { after: '2024-01-01T00:00:00', before: '2024-12-31T23:59:59' },
  { after: '2024-06-01T00:00:00', before: '2024-12-31T23:59:59' },
  { after: '2025-01-01T00:00:00', before: '2025-03-30T12:00:00' },
  { after: '2025-01-05T00:00:00', before: '2025-12-31T23:59:59' },
  { after: '2024-12-31T00:00:00', before: '2025-12-31T23:59:59' },
];
const orders = ['total_spend', 'orders_count', 'avg_order_value', 'name'].flatMap((orderBy) =>
  (['asc', 'desc'] as const).map((order) => ({ orderBy, order })),
);
const questions: readonly ListQuery[] = ranges.flatMap((range) =>
  orders.flatMap((sorted) => [
    { ...range, ...sorted, asked: {}, page: 1, perPage: 3 },
    { ...range, ...sorted, asked: {}, page: 2, perPage: 2 },
    { ...range, ...sorted, asked: { orders_count_min: [1] }, page: 1, perPage: 100 },
  ]),
);

describe.each(databases)('lists of customers on $name', ({ open }) => {
  let database: Database;
  let tables: MemoryTables;
  beforeAll(async () => {
    database = await open();
    tables = randomFacts(drawing(20_261_122), 60);
    // Of a deleted customer.
    tables.order.push({ ...tables.order[0], order_id: 9_999, parent_id: 0, customer_id: 77, status: 'completed' });
    await storeFacts(database, tables);
  });
  afterAll(() => database?.close());

  it.each(['moved', 'absent'] as const)('are what plain reading finds, with sums that are %s', async (state) => {
    await storeSums(database, {
      rules: { ...rules, excludedStatuses: [...rules.excludedStatuses] },
      state,
      draw: drawing(7),
    });
    const chosen = new Set<string>();
    const runner = new SqlReportRunner(database, { onSource: (source) => void chosen.add(source) });
    const reference = new MemoryReportRunner(tables);
    for (const query of questions)
      for (const question of [planList(customersReport, query, context), planTotals(customersReport, query, context)])
        expect(await runner.answer(question), JSON.stringify(query)).toEqual(await reference.answer(question));
    expect([...chosen]).toEqual(
      expect.arrayContaining(['customers ever', 'customers of a range', 'customers of a year']),
    );
  });
});

describe.each(databases)('customers who are added and deleted on $name', ({ open }) => {
  it('are listed and counted from the moment they are there, also by several at once', {
    timeout: 60_000,
  }, async () => {
    const database = await open(4);
    const store = new MikroCustomerStore(database);
    const customer = (id: number) => ({
      ...{ id, userId: null, username: null, email: null, firstName: 'A', lastName: null, country: null, state: null },
      ...{ city: null, postcode: null, registeredAt: null, lastActiveAt: null, accountId: null },
    });
    const save = (ids: readonly number[]) =>
      database.unitOfWork.run(() => store.save(ids.map(customer), new Date('2025-01-01')));
    // More than are kept side by side before they are added up.
    await Promise.all(
      [0, 1, 2].map(async (who) => {
        for (let round = 0; round < 25; round += 1) await save([1, 2].map((each) => who * 1_000 + round * 2 + each));
      }),
    );
    await save([1, 2, 3_000]);
    await database.unitOfWork.run(() => store.remove([1, 2, 1_001]));
    const { rows } = await sql`
      select (select count(*)::int from customer) as customers, (select sum(customers)::int from customer_tally) as counted,
        (select count(*)::int from customer_fact where is_listed) as listed, (select count(*)::int from customer_fact) as kept,
        (select count(*) < 100 from customer_tally) as is_short`.execute(database.kysely());
    await database.close();
    expect(rows).toEqual([{ customers: 148, counted: 148, listed: 148, kept: 148, is_short: true }]);
  });
});
