import { isDeepStrictEqual } from 'node:util';
import { defaultShopSettings } from '@backroom/core/commerce';
import { sql } from 'kysely';
import {
  createZone,
  envelopeOf,
  planGroups,
  planStats,
  productsReport,
  type ReportContext,
  revenueStats,
} from '../core/internals.ts';
import type { Database } from '../support/persistence.ts';
import { SqlReportRunner } from '../support/persistence.ts';

const context: ReportContext = { settings: defaultShopSettings, zone: createZone('UTC'), now: new Date('2024-03-01') };
/** A month and some days, so that sums of both are read. */
const query = { after: '2024-01-01T00:00:00', before: '2024-02-15T23:59:59', asked: {}, page: 1 } as const;
const measures = ['orders_count', 'total_sales', 'net_revenue', 'num_items_sold', 'total_customers'] as const;

/** Days on which something happened, with the numbers of the report. */
async function toldOfDays(runner: SqlReportRunner) {
  const plan = planStats(revenueStats, { ...query, interval: 'day', order: 'asc', perPage: 100 }, context);
  const { totals, intervals } = envelopeOf(revenueStats, plan, await runner.answer(plan.question));
  const reported = (numbers: Readonly<Record<string, number>>) => measures.map((name) => numbers[name] ?? 0);
  const days = intervals.map(({ start, subtotals }) => [start.slice(0, 10), ...reported(subtotals)]);
  return [...days.filter(([, ...numbers]) => numbers.some((number) => number !== 0)), ['all', ...reported(totals)]];
}

/** The same counted from the facts. */
async function countedOfDays(database: Database) {
  const { rows } = await sql<{ day: string | null; numbers: string[] }>`
    select paid_day::text as day, array[count(*), sum(total)::bigint, sum(net)::bigint, sum(items)::bigint,
      count(distinct customer_id)]::text[] as numbers
    from order_fact where status = 'completed' and paid_day between '2024-01-01' and '2024-02-15'
    group by grouping sets ((paid_day), ()) order by paid_day nulls last`.execute(database.kysely());
  const amounts = [1, 2];
  const reported = (texts: readonly (string | null)[]) =>
    texts.map((text, index) => Number(text ?? 0) / (amounts.includes(index) ? 10_000 : 1));
  return rows.map(({ day, numbers }) => [day ?? 'all', ...reported(numbers)]);
}

async function toldOfProducts(runner: SqlReportRunner) {
  const asked = { ...query, orderBy: 'product_name', order: 'asc', perPage: 100 } as const;
  const { question, read } = planGroups(productsReport, asked, context);
  const { page = [] } = await runner.answer<typeof question>(question);
  const rows = page
    .map(read)
    .map((row) => [row.product_id, row.items_sold, row.net_revenue, row.orders_count].map(Number));
  return rows.toSorted(([a = 0], [b = 0]) => a - b);
}

async function countedOfProducts(database: Database) {
  const { rows } = await sql<{ numbers: string[] }>`
    select array[product_id, sum(quantity)::bigint, sum(net)::bigint, count(distinct order_id)]::text[] as numbers
    from line_fact where status = 'completed' and created_day between '2024-01-01' and '2024-02-15'
    group by product_id order by product_id`.execute(database.kysely());
  return rows.map(({ numbers }) => numbers.map(Number));
}

/**
 * Returns functions that read a report and compare it with the facts of the same snapshot; the chosen roll-ups are named
 * to `onSource`.
 */
export function reportReaders(
  database: Database,
  onSource: (source: string) => void,
): readonly (() => Promise<boolean>)[] {
  const runner = new SqlReportRunner(database, { onSource });
  return [[toldOfDays, countedOfDays] as const, [toldOfProducts, countedOfProducts] as const].map(
    ([reported, counted]) =>
      () =>
        database.unitOfWork.read(async () => isDeepStrictEqual(await reported(runner), await counted(database))),
  );
}
