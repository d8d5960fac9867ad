import type { Question, ReportCondition } from '@backroom/core/analytics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import type { Database } from '../support/persistence.ts';
import { SqlReportRunner } from '../support/persistence.ts';
import { drawing } from '../support/report-draws.ts';
import { randomFacts, storeFacts } from '../support/report-facts.ts';
import { storeSums } from '../support/report-sums.ts';

const PAGE = 7;
const rules = { dateType: 'date_paid', weekStartsOn: 1, excludedStatuses: ['pending', 'failed', 'cancelled'] } as const;
const range: readonly ReportCondition[] = [
  { op: 'atLeast', column: 'paid_at', value: '2024-12-30 10:00:00' },
  { op: 'atMost', column: 'paid_at', value: '2025-12-31 23:59:59' },
];
const counting: ReportCondition = {
  op: 'not',
  of: { op: 'among', column: 'status', values: ['cancelled', 'pending'] },
};

describe.each(databases)('pages of orders on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
    await storeFacts(database, randomFacts(drawing(20_261_122), 120));
  });
  afterAll(() => database?.close());

  /** The orders of each page up to the first empty one, and how many pages were found by days. */
  async function pagesOf(descending: boolean, deepest: number) {
    let found = 0;
    const onSource = (source: string) => {
      if (source === 'deep page') found += 1;
    };
    const runner = new SqlReportRunner(database, { deepest, onSource });
    const pages: unknown[][] = [];
    while (pages.at(-1)?.length !== 0) {
      const question: Question = {
        page: {
          ...{ kind: 'rows', from: 'order', columns: ['order_id'], where: { op: 'all', of: [...range, counting] } },
          orderBy: ['paid_at', 'order_id'].map((by) => ({ by, descending })),
          ...{ limit: PAGE, offset: pages.length * PAGE },
        },
      };
      const { page = [] } = await runner.answer(question);
      pages.push(page.map((row) => row.order_id));
    }
    return { pages, found };
  }

  describe.each(['moved', 'partly pending', 'absent'] as const)('with sums that are %s', (state) => {
    beforeAll(() =>
      storeSums(database, {
        rules: { ...rules, excludedStatuses: [...rules.excludedStatuses] },
        state,
        draw: drawing(7),
      }),
    );

    it.each([true, false])('are the same when they are found by days (newest first: %s)', async (descending) => {
      const passed = await pagesOf(descending, Number.POSITIVE_INFINITY);
      const counted = await pagesOf(descending, 1);
      expect(passed.pages.length).toBeGreaterThan(5);
      expect(counted.pages).toEqual(passed.pages);
      expect([passed.found, counted.found]).toEqual([0, counted.pages.length - 1]);
    });
  });
});
