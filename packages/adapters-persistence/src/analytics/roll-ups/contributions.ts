import { sql } from 'kysely';
import type { Piece } from '../report-scope.ts';
import { columnsOf as columnsNamed, type DayTable } from './read-tables.ts';
import { type Level, plainSums, type RollUp } from './roll-up.ts';
import { totals } from './total.ts';

/** A table of facts that are parts of orders. */
export type PartTable = 'tax_fact' | 'coupon_fact';

/**
 * Sums by day to which orders contribute: the only definition, for writing, recounting and comparing. What a change adds and takes
 * off is inserted with it as pending rows; the compactor moves these to days, months and years. Each of these levels is right together
 * with the pending rows at each moment.
 */
export interface SumFamily {
  readonly table: string;
  readonly months: string;
  readonly years: string;
  readonly pending: string;
  /** The facts that contribute with their orders, with SQL of their columns; the orders alone if there are none. */
  readonly parts?: { readonly table: PartTable; readonly columns: Readonly<Record<string, string>> };
  /** Keys beside date type and day, by what they are of a row: columns of `order_fact`, and of the part. */
  readonly keys: Readonly<Record<string, string>>;
  /** The keys that identify a row, if not all. */
  readonly unique?: readonly string[];
  /** What a row contributes to each sum. `entries` is 1: groups in which it is 0 have no facts. */
  readonly sums: Readonly<Record<string, string>>;
}

const list = (names: readonly string[], make: (name: string) => string = (name) => name): string =>
  names.map(make).join(', ');
const columns = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${value} as ${name}`)
    .join(', ');
const grouping = ({ keys }: SumFamily): Piece =>
  sql.raw(list(Array.from({ length: Object.keys(keys).length + 2 }, (_, index) => String(index + 1))));

const keysOf = ({ keys }: SumFamily): readonly string[] => Object.keys(keys);
const sumsOf = ({ sums }: SumFamily): readonly string[] => Object.keys(sums);
/** All columns of pending rows and days, keys first. */
const columnsOf = (family: SumFamily): readonly string[] => [
  ...['date_type', 'day'],
  ...keysOf(family),
  ...sumsOf(family),
];

/** Orders that contribute, and the facts of their parts: `from` items. */
export interface Contributing {
  readonly orders: Piece;
  parts(table: PartTable): Piece;
}

/** All facts. */
const everything: Contributing = { orders: sql.raw('order_fact'), parts: (table) => sql.raw(table) };

/** Orders, or their parts with the columns of the order; of the parts all columns, or those that `uses` names. */
function rowsOf({ parts }: SumFamily, { orders, parts: partsOf }: Contributing, uses?: string): Piece {
  if (!parts) return sql`${orders} o`;
  const isUsed = (name: string): boolean => uses === undefined || new RegExp(`\\b${name}\\b`).test(uses);
  const all = Object.entries(parts.columns).filter(([name]) => isUsed(name));
  const of = all.map(([name, value]) => (value === name ? name : `${value} as ${name}`));
  return sql`${orders} o join (select ${sql.raw(['order_id', ...of].join(', '))} from ${partsOf(parts.table)} p) part
    using (order_id)`;
}

/** Days of all date types from orders with a `sign`: 1 to add them, -1 to take them off. */
const signedDays = (family: SumFamily, contributing: Contributing): Piece => sql`
  select d.date_type, d.day, ${sql.raw(columns(family.keys))}, ${sql.raw(totals(family.sums, (value) => `sign * ${value}`))}
  from (select * from ${rowsOf(family, contributing)}) row cross join lateral (
    values (1::smallint, row.created_day), (2::smallint, row.paid_day), (3::smallint, row.completed_day)
  ) d (date_type, day)
  where d.day is not null group by ${grouping(family)}`;

/** Insert of what orders with a `sign` add; it commits with the change of these orders. */
export const addPending = (family: SumFamily, contributing: Contributing): Piece => sql`
  insert into ${sql.raw(family.pending)} (${sql.raw(list(columnsOf(family)))}) ${signedDays(family, contributing)}`;

/** Days, months and years of a family with its pending rows. */
export function rollUpOfFamily(family: SumFamily): RollUp {
  const keys = keysOf(family);
  const sums = sumsOf(family);
  const level = (table: string, start: string, of: string): Level => ({
    table,
    at: ['date_type', start],
    periods: `(p.date_type, ${of})`,
    keys,
    unique: family.unique,
    sums: plainSums(sums),
  });
  return {
    pending: family.pending,
    keys: ['date_type', 'day', ...keys],
    sums,
    levels: [
      level(family.table, 'day', 'p.day'),
      level(family.months, 'start', `date_trunc('month', p.day::timestamp)::date`),
      level(family.years, 'start', `date_trunc('year', p.day::timestamp)::date`),
    ],
    counted: signedDays(family, { ...everything, orders: sql.raw('(select *, 1 as sign from order_fact)') }),
  };
}

/** The days of a family as a report reads them. */
export const dayTableOf = (family: SumFamily): DayTable => ({
  table: family.table,
  months: family.months,
  years: family.years,
  pending: family.pending,
  sums: sumsOf(family),
  facts: ({ level, date, names, where }) => {
    const columns = [level, `${date}_day`, ...columnsNamed({ ...family.keys, ...family.sums }, names)];
    // Parts are restricted before they are numbered: else those of all orders are.
    const own: Contributing = {
      ...everything,
      parts: (table) => sql`(select * from ${sql.raw(table)} where ${where})`,
    };
    const only = family.parts ? sql`` : sql` where ${where}`;
    return sql`select ${sql.raw(columns.join(', '))} from ${rowsOf(family, own, columns.join())}${only}`;
  },
});
