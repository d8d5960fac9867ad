import { isDeepStrictEqual } from 'node:util';
import type { FactDifference, FactRows } from '@backroom/core/analytics';
import { type Kysely, sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { couponTable, type FactTable, lineTable, namesOf, orderTable, taxTable } from './fact-columns.ts';

type ComparedRow = Readonly<Record<string, unknown>>;

/** Compares the stored facts of these orders with the expected ones, table by table. */
export async function compareFacts(
  db: Kysely<Tables>,
  orderIds: readonly number[],
  rows: readonly FactRows[],
): Promise<readonly FactDifference[]> {
  const asked = { orderIds, rows };
  return [
    ...(await compareTable(db, orderTable, asked)),
    ...(await compareTable(db, lineTable, asked)),
    ...(await compareTable(db, couponTable, asked)),
    ...(await compareTable(db, taxTable, asked)),
  ];
}

async function compareTable<T>(
  db: Kysely<Tables>,
  table: FactTable<T>,
  { orderIds, rows }: { readonly orderIds: readonly number[]; readonly rows: readonly FactRows[] },
): Promise<readonly FactDifference[]> {
  const computed = new Map(rows.flatMap((each) => table.rowsOf(each)).map((row) => keyed(table, recordOf(table, row))));
  // Lateral look-ups by order: a cached plan from a small table would scan the whole one.
  const found = await sql<ComparedRow>`
    select theirs.* from unnest(${orderIds}::int[]) as wanted (id)
      cross join lateral (select ${namesOf(table)} from ${sql.raw(table.table)} where order_id = wanted.id offset 0) theirs`.execute(
    db,
  );
  const stored = new Map(found.rows.map((row) => keyed(table, plain(row))));
  return [...new Set([...computed.keys(), ...stored.keys()])].flatMap((key) => {
    const difference = { table: table.table, key, stored: stored.get(key), computed: computed.get(key) };
    return isDeepStrictEqual(difference.stored, difference.computed) ? [] : [difference];
  });
}

const keyed = ({ key }: { readonly key: readonly string[] }, row: ComparedRow): readonly [string, ComparedRow] => [
  key.map((name) => `${name}=${row[name]}`).join(' '),
  row,
];

/** An expected row in the form of stored rows. */
function recordOf<T>({ columns }: FactTable<T>, row: T): ComparedRow {
  const entries = Object.entries(columns).map(([name, { type, of }]) => {
    const value = of(row);
    return [name, type === 'jsonb' && typeof value === 'string' ? JSON.parse(value) : value] as const;
  });
  return Object.fromEntries(entries);
}

const plain = (row: ComparedRow): ComparedRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  );
