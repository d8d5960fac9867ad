import { describe, expect, it } from 'vitest';
import { reportRunnerContract } from '../contracts/report-runner.contract.ts';
import { databases } from '../support/databases.ts';
import { SqlReportRunner } from '../support/persistence.ts';
import { storeFacts } from '../support/report-facts.ts';
import { storeSums } from '../support/report-sums.ts';

/** How often each of the sums, and facts, were chosen. */
const chosen = new Map<string, number>();
const onSource = (source: string) => void chosen.set(source, (chosen.get(source) ?? 0) + 1);

for (const { name, open } of databases)
  reportRunnerContract(
    `SqlReportRunner on ${name}`,
    async () => {
      const database = await open();
      return {
        runner: new SqlReportRunner(database, { onSource, deepest: 1, sampled: 2 }),
        store: async (tables, sums) => {
          await storeFacts(database, tables);
          if (sums) await storeSums(database, sums);
        },
        close: () => database.close(),
      };
    },
    // The embedded database plans slowly.
    { shopsOfState: name === 'embedded' ? 1 : 4 },
  );

describe('SqlReportRunner', () => {
  it('caches a statement, but not one that is not repeated', async () => {
    const [embedded] = databases;
    const database = await embedded?.open();
    if (!database) throw new RangeError('There is no database.');
    const reported: string[] = [];
    const runner = new SqlReportRunner(database, { onSource: (source) => reported.push(source) });
    const plan = {
      kind: 'groups',
      from: 'order',
      keys: {},
      measures: ['net'],
      orderBy: [],
      where: {
        op: 'all',
        of: [
          { op: 'atLeast', column: 'created_at', value: '2025-01-01 00:00:00' },
          { op: 'atMost', column: 'created_at', value: '2025-12-31 23:59:59' },
        ],
      },
    } as const;
    const once = { ...plan, isOnce: true } as const;
    const times: number[] = [];
    for (const each of [plan, plan, once, once]) {
      await runner.answer({ each });
      times.push(reported.splice(0).length);
    }
    await database.close();
    expect(times).toEqual([1, 0, 1, 1]);
  });
});

describe('the sums that the questions were about', () => {
  it.each([
    ...[
      'order_day',
      'tax_day',
      'rate_day',
      'coupon_day',
      'orders by rate_id',
      'orders by coupon_id',
      'line_level',
      'product_level',
      'variation_level',
    ],
    ...['category_level', 'product_level by category', 'customer_day', 'facts'],
    ...['order_day of lines', 'order_day of coupons', 'order_day of taxes', 'deep page'],
    ...['parts without their orders', 'customers ever', 'customers of a range', 'customers of a year'],
    ...['first lines', 'latest lines', 'found orders', 'different products', 'orders by part', 'products by part'],
    ...['interval by interval', 'intervals added up'],
  ])('were also %s', (source) => {
    expect(chosen.get(source) ?? 0).toBeGreaterThan(0);
  });
});
