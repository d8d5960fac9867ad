import type { ReportCondition } from '@backroom/core/analytics';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databases } from '../support/databases.ts';
import type { Database } from '../support/persistence.ts';
import { SqlReportRunner } from '../support/persistence.ts';
import { drawing } from '../support/report-draws.ts';
import { randomFacts, storeFacts } from '../support/report-facts.ts';
import { storeSums } from '../support/report-sums.ts';

const excluded = ['pending', 'failed', 'cancelled'] as const;
const rules = { dateType: 'date_paid', weekStartsOn: 1, excludedStatuses: excluded } as const;
const everything: ReportCondition = { op: 'above', column: 'order_id', value: Number.MIN_SAFE_INTEGER };
const DAY = 24 * 3_600_000;
const dayBefore = (day: string, days: number): string =>
  new Date(Date.parse(day) - days * DAY).toISOString().slice(0, 10);

describe.each(databases)('customers of whole days on $name', ({ open }) => {
  let database: Database;
  const seen: string[] = [];
  beforeAll(async () => {
    database = await open();
    await storeFacts(database, randomFacts(drawing(20_261_122), 120));
    await storeSums(database, { rules, state: 'moved', draw: drawing(7) });
  });
  afterAll(() => database?.close());

  const runner = () => new SqlReportRunner(database, { onSource: (source) => seen.push(source) });
  const counts: ReportCondition = {
    op: 'not',
    of: { op: 'among', column: 'status', values: [...excluded, 'trash', 'checkout-draft'] },
  };
  async function ask(conditions: readonly ReportCondition[]) {
    const { all } = await runner().answer({
      all: {
        ...{ kind: 'groups', from: 'order', where: { op: 'all', of: [...conditions, counts] }, keys: {}, orderBy: [] },
        measures: ['customers'],
      },
    });
    return all?.[0]?.customers;
  }
  const newestOrder = () =>
    runner().answer({
      page: {
        ...{ kind: 'rows', from: 'order', columns: ['paid_at'], where: counts, limit: 1 },
        orderBy: [{ by: 'paid_at', descending: true }],
      },
    });

  it('are as many as counted, whether others come later or not', async () => {
    const newest = String((await newestOrder()).page?.[0]?.paid_at).slice(0, 10);
    for (const length of [3, 10, 25, 60, 120, 200])
      for (const later of [0, 1, 3, 10, 25, 60, 120, 200]) {
        const last = dayBefore(newest, later);
        const range: readonly ReportCondition[] = [
          { op: 'atLeast', column: 'paid_at', value: `${dayBefore(last, length)} 00:00:00` },
          { op: 'atMost', column: 'paid_at', value: `${last} 23:59:59` },
        ];
        seen.length = 0;
        // With a further condition the measure is counted from facts.
        const counted = await ask([...range, everything]);
        expect(seen).not.toContain('customer_day');
        expect(await ask(range), `${length} days, ${later} before the newest`).toBe(counted);
        expect(seen).toContain('customer_day');
      }
  });
});
