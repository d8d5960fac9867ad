import { MemoryReportRunner, type MemoryTables } from '@backroom/adapters-memory';
import type { Question } from '@backroom/core/analytics';
import { defaultShopSettings } from '@backroom/core/commerce';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createZone, mergeQuestions, planGroups } from '../core/internals.ts';
import { databases } from '../support/databases.ts';
import type { Database } from '../support/persistence.ts';
import { SqlReportRunner } from '../support/persistence.ts';
import { drawing } from '../support/report-draws.ts';
import { randomFacts, storeFacts } from '../support/report-facts.ts';
import { storeSums } from '../support/report-sums.ts';
import { everyGroups } from '../support/reports.ts';

const rules = {
  dateType: 'date_created',
  weekStartsOn: 1,
  excludedStatuses: ['pending', 'failed', 'cancelled'],
} as const;
const context = { settings: defaultShopSettings, zone: createZone('UTC'), now: new Date('2025-06-01') };

/** Days without a whole month, such a range with a day that is cut, and a month. */
const days = [
  { after: '2024-12-29T00:00:00', before: '2025-01-05T23:59:59' },
  { after: '2025-01-01T00:00:00', before: '2025-01-01T23:59:59' },
  { after: '2025-03-02T00:00:00', before: '2025-03-30T23:59:59' },
];
const others = [
  { after: '2024-12-29T00:00:00', before: '2025-01-05T11:59:59' },
  { after: '2025-01-01T00:00:00', before: '2025-01-31T23:59:59' },
];

/** The question of a list of the best: plain sums, and nothing else. */
function best(slug: string, range: { readonly after: string; readonly before: string }): Question {
  const report = everyGroups.find((each) => each.slug === slug);
  if (!report) throw new RangeError(`There is no report ${slug}.`);
  const { items_sold, net_revenue } = report.measures;
  const reported = {
    ...report,
    ...{
      measures: { ...(items_sold && { items_sold }), ...(net_revenue && { net_revenue }) },
      columns: [],
      related: {},
    },
  };
  const list = { ...range, asked: {}, orderBy: 'items_sold', order: 'desc', page: 1, perPage: 5 } as const;
  return planGroups(reported, list, context).question;
}

describe.each(databases)('lines that are summed once on $name', ({ open }) => {
  let database: Database;
  let tables: MemoryTables;
  beforeAll(async () => {
    database = await open();
    tables = randomFacts(drawing(20_261_122), 80);
    await storeFacts(database, tables);
    await storeSums(database, { rules, state: 'moved', draw: drawing(7) });
  });
  afterAll(() => database?.close());

  it.each([...days.map((range) => ({ range, isOnce: true })), ...others.map((range) => ({ range, isOnce: false }))])(
    'come to what each plan finds by itself ($range.after to $range.before)',
    async ({ range, isOnce }) => {
      const question = mergeQuestions({ products: best('products', range), categories: best('categories', range) });
      const chosen: string[] = [];
      const runner = new SqlReportRunner(database, { onSource: (source) => chosen.push(source) });
      expect(await runner.answer(question)).toEqual(await new MemoryReportRunner(tables).answer(question));
      expect(chosen.filter((source) => source === 'lines once')).toHaveLength(isOnce ? 2 : 0);
    },
  );
});
