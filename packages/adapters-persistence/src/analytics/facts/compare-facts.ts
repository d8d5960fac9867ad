import type { FactDifference, FactRows } from '@backroom/core/analytics';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { type Comparison, everything } from '../roll-ups/compared-sums.ts';
import { compareTable } from './compare-table.ts';
import {
  columnTextsOf,
  couponTable,
  type FactTable,
  givenRows,
  lineTable,
  namesOf,
  orderTable,
  taxTable,
} from './fact-columns.ts';

/** Compares the stored facts of these orders with the expected ones, table by table. */
export async function compareFacts(
  db: Kysely<Tables>,
  orderIds: readonly number[],
  rows: readonly FactRows[],
): Promise<readonly FactDifference[]> {
  const comparisons = [
    comparisonOf(orderTable, orderIds, rows),
    comparisonOf(lineTable, orderIds, rows),
    comparisonOf(couponTable, orderIds, rows),
    comparisonOf(taxTable, orderIds, rows),
  ];
  const differences: FactDifference[] = [];
  for (const comparison of comparisons) differences.push(...(await compareTable(db, comparison)));
  return differences;
}

function comparisonOf<T>(table: FactTable<T>, orderIds: readonly number[], rows: readonly FactRows[]): Comparison {
  const texts = columnTextsOf(table, rows);
  return {
    table: table.table,
    keys: table.key,
    sums: Object.keys(table.columns).filter((name) => !table.key.includes(name)),
    // Lateral look-ups by order: a cached plan from a small table would scan the whole one.
    stored: sql`(
    select theirs.* from unnest(${orderIds}::int[]) as wanted (id)
      cross join lateral (select ${namesOf(table)} from ${sql.raw(table.table)} where order_id = wanted.id offset 0) theirs)`,
    computed: sql`select * from ${givenRows(table, (name) => sql`${texts[name]}`)}`,
    where: everything,
  };
}
