import { MemoryReportRunner, type MemoryTables } from '@backroom/adapters-memory';
import type { CountingRules } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createZone, ordersStats, planStats, type StatsQuery } from '../core/internals.ts';
import { databases } from '../support/databases.ts';
import type { Database } from '../support/persistence.ts';
import { SqlReportRunner } from '../support/persistence.ts';
import { drawing } from '../support/report-draws.ts';
import { randomFacts, storeFacts } from '../support/report-facts.ts';
import { storeSums, sumStates } from '../support/report-sums.ts';

const rules: CountingRules = {
  ...{ dateType: 'date_paid', weekStartsOn: 1, excludedStatuses: ['pending', 'failed', 'cancelled'] },
};
/** Completed orders are in no sums of products. */
const othersOnly: CountingRules = { ...rules, excludedStatuses: ['completed', 'pending'] };
const context = {
  settings: { ...defaultShopSettings, dateType: 'date_paid' as const },
  zone: createZone('UTC'),
  now: new Date('2025-06-01'),
};

/** Whole months and years, and ranges that cut months and days. */
const ranges = [
  { after: '2025-01-01T00:00:00', before: '2025-12-31T23:59:59' },
  { after: '2024-12-31T00:00:00', before: '2025-03-31T23:59:59' },
  { after: '2024-12-30T11:59:59', before: '2026-02-28T12:00:00' },
];
const asked: readonly StatsQuery['asked'][] = [
  { customer_type: 'new' },
  { customer_type: 'returning' },
  { status_is: ['completed'] },
  { status_is: ['completed', 'processing'] },
  { status_is_not: ['completed'] },
  { status_is: ['completed'], customer_type: 'new' },
];
const questions: readonly StatsQuery[] = ranges.flatMap((range) =>
  (['month', 'week', 'year'] as const).flatMap((interval) =>
    asked.map((filters) => ({
      ...{ ...range, interval, asked: filters, order: 'asc', orderBy: 'orders_count' },
      ...{ page: 1, perPage: 100 },
    })),
  ),
);

/** Pages of intervals of one product: sums alone, so that those of the whole range are in the same groups. */
const pagesOfProduct: readonly StatsQuery[] = ranges.slice(0, 2).flatMap((range) =>
  (['day', 'week', 'month'] as const).map((interval) => ({
    ...{ ...range, interval, asked: { product_includes: [2] }, page: 2, perPage: 1 },
    fields: ['net_revenue', 'orders_count', 'total_sales', 'num_items_sold'],
  })),
);

describe.each(databases)('what filtered orders have on $name', ({ open }) => {
  let database: Database;
  let tables: MemoryTables;
  beforeAll(async () => {
    database = await open();
    tables = randomFacts(drawing(20_261_122), 80);
    await storeFacts(database, tables);
  });
  afterAll(() => database?.close());

  /** The sources of each question; its answer is right. */
  async function sourcesOfRight(queries = questions): Promise<readonly (readonly string[])[]> {
    const sources: string[][] = [];
    const runner = new SqlReportRunner(database, { onSource: (source) => sources.at(-1)?.push(source) });
    const reference = new MemoryReportRunner(tables);
    for (const query of queries) {
      sources.push([]);
      const { question } = planStats(ordersStats, query, context);
      const [given, right] = [await runner.answer(question), await reference.answer(question)];
      for (const name of Object.keys(question))
        expect(new Set(given[name]), `${name} of ${JSON.stringify(query)}`).toEqual(new Set(right[name]));
    }
    return sources;
  }

  it.each(sumStates)('is what plain reading finds, with sums that are %s', async (state) => {
    await storeSums(database, { rules, state, draw: drawing(7) });
    const [first = [], ...others] = await sourcesOfRight();
    // Before the first answer the rules are not known; without sums there are none.
    expect(first).toEqual(expect.arrayContaining(['new_product_level', 'coupon_day']));
    expect(others.flat().includes('completed_product_level')).toBe(state !== 'absent');
  });

  it('is not read from sums that leave out completed orders', async () => {
    await storeSums(database, { rules: othersOnly, state: 'moved', draw: drawing(7) });
    const [, ...others] = await sourcesOfRight();
    expect(others.flat()).not.toContain('completed_product_level');
  });

  it('is added up by days for pages of intervals, and for all of them', async () => {
    await storeSums(database, { rules, state: 'moved', draw: drawing(7) });
    const sources = await sourcesOfRight(pagesOfProduct);
    for (const each of sources) expect(each).toContain('orders by part');
  });
});
