import { MemoryReportRunner, type MemoryTables } from '@backroom/adapters-memory';
import type { CountingRules } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createZone, planStats, type StatsQuery, type StatsReport } from '../core/internals.ts';
import { databases } from '../support/databases.ts';
import { type Database, SqlReportRunner } from '../support/persistence.ts';
import { drawing } from '../support/report-draws.ts';
import { randomFacts, storeFacts } from '../support/report-facts.ts';
import { storeSums, sumStates } from '../support/report-sums.ts';
import { everyStats } from '../support/reports.ts';

const rules: CountingRules = {
  ...{ dateType: 'date_paid', weekStartsOn: 1, excludedStatuses: ['pending', 'failed', 'cancelled'] },
};
const context = {
  settings: { ...defaultShopSettings, ...rules },
  zone: createZone('UTC'),
  now: new Date('2025-06-01'),
};
/** A page with the intervals of a part of the range. */
const page: Omit<StatsQuery, 'interval'> = {
  ...{ after: '2024-12-29T00:00:00', before: '2025-03-31T23:59:59', asked: {} },
  ...{ page: 1, perPage: 3, order: 'asc', orderBy: 'date' },
};

/** Each field alone, and those that are sums. */
function fieldsOf({ measures }: StatsReport): readonly (readonly string[])[] {
  const names = Object.keys(measures);
  return [...names.map((name) => [name]), names.filter((name) => !/count|customers|products/.test(name))];
}
const intervals = ['hour', 'day', 'week', 'month', 'quarter', 'year'] as const;

describe.each(databases)('statistics of chosen fields on $name', ({ open }) => {
  const draw = drawing(20_261_201);
  let database: Database;
  let tables: MemoryTables;
  beforeAll(async () => {
    database = await open();
    tables = randomFacts(draw, 60);
    await storeFacts(database, tables);
  });
  afterAll(() => database?.close());

  describe.each(sumStates)('with sums that are %s', (state) => {
    beforeAll(() => storeSums(database, { rules, state, draw }));

    it.each(everyStats.map((report) => [report.slug, report] as const))(
      'are what plain reading finds, in any interval: %s',
      async (_, report) => {
        const runner = new SqlReportRunner(database);
        const reference = new MemoryReportRunner(tables);
        for (const fields of fieldsOf(report))
          for (const interval of intervals) {
            const query = { ...page, interval, fields };
            const { question } = planStats(report, query, context);
            const [given, right] = [await runner.answer(question), await reference.answer(question)];
            for (const name of Object.keys(question))
              expect(new Set(given[name]), `${name} of ${JSON.stringify(query)}`).toEqual(new Set(right[name]));
          }
      },
    );
  });
});
