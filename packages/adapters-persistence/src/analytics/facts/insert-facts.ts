import type { FactWrite } from '@backroom/core/analytics';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { FixedStatement, type ParameterOf } from '../../fixed-statement.ts';
import type { Tables } from '../../tables.ts';
import type { PartTable } from '../roll-ups/contributions.ts';
import { addAllPending } from '../roll-ups/families.ts';
import { appendLevels } from '../roll-ups/level-families.ts';
import { linesOf, storedLinesOf } from '../roll-ups/line-sums.ts';
import { soldWithRates } from '../roll-ups/rate-products.ts';
import { chainDiffers, freshChains, keepSums, keepYears } from './chains.ts';
import { earlierOf, earlierRows, earlierSums, earlierYears } from './earlier-totals.ts';
import {
  type ColumnTexts,
  columnTextsOf,
  couponTable,
  type FactTable,
  givenRows,
  lineTable,
  namesOf,
  orderTable,
  taxTable,
} from './fact-columns.ts';
import { insertParts, ordersWithParts } from './order-parts.ts';

/** Rows of facts as they are sent, and their customers. */
export interface FactInsertion {
  readonly lines: ColumnTexts;
  readonly coupons: ColumnTexts;
  readonly taxes: ColumnTexts;
  readonly orders: ColumnTexts;
  readonly customerIds: readonly number[];
}

/** Converts rows of facts to text, which takes long for thousands. */
export const insertionOf = ({ rows, customerIds }: FactWrite): FactInsertion => ({
  lines: columnTextsOf(lineTable, rows),
  coupons: columnTextsOf(couponTable, rows),
  taxes: columnTextsOf(taxTable, rows),
  orders: columnTextsOf(ordersWithParts, rows),
  customerIds,
});

interface InsertionTerms {
  /** Customers whose rows were deleted. */
  readonly changed?: readonly number[];
  /** Orders without facts: if there are any between the lowest and the highest id, nothing is inserted. */
  readonly absent?: readonly number[];
}

/** Inserts facts and updates the chains of their customers; returns false if facts of absent orders were found. */
export async function insertFacts(
  db: Kysely<Tables>,
  insertion: FactInsertion,
  { changed = [], absent = [] }: InsertionTerms,
): Promise<boolean> {
  const lowest = absent.length === 0 ? null : absent.reduce((least, id) => Math.min(least, id));
  const highest = absent.length === 0 ? null : absent.reduce((most, id) => Math.max(most, id));
  const { rows } = await statement.execute(db, { ...insertion, changed, lowest, highest });
  return rows[0]?.are_absent ?? false;
}

interface Insertion extends FactInsertion {
  readonly changed: readonly number[];
  readonly lowest: number | null;
  readonly highest: number | null;
}

/** Columns of orders and refunds. */
export const orderNames = namesOf(orderTable);
const assigned = sql.raw(
  [...Object.keys(orderTable.columns), 'is_returning', 'counted_day', 'previous_day']
    .map((name) => `${name} = excluded.${name}`)
    .join(', '),
);
const tableOf = { tax_fact: taxTable, coupon_fact: couponTable };

const tables = ['line_fact', 'coupon_fact', 'tax_fact', 'order_fact'];

/** Given rows, if facts of no absent order were found. */
const given = <T>(table: FactTable<T>, text: (column: string) => RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`select * from ${givenRows(table, text)} where (select are_absent from absence)`;

/** CTEs of the given rows of a table, and of their insert. */
function insertGiven<T>(table: FactTable<T>, text: (column: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const name = sql.raw(table.table);
  const names = namesOf(table);
  return sql`${name}_given as materialized (${given(table, text)}),
      ${name}_kept as (insert into ${name} (${names}) select ${names} from ${name}_given)`;
}

const statement = new FixedStatement<Insertion, { are_absent: boolean }>((parameter: ParameterOf<Insertion>) => {
  const all = sql`${orderNames}, is_returning, counted_day, previous_day`;
  const theirs = sql`customer_id = any ((select ids from others)::int[])`;
  const customerIds = sql`unnest(${parameter((insertion) => insertion.customerIds)}::int[])`;
  const first = tables.map(
    (table) =>
      sql`(select min(order_id) from ${sql.raw(table)} where order_id >= ${parameter(({ lowest }) => lowest)}::int)`,
  );
  // Chains are computed over existing and new rows together, so that a new row is written once. Existing rows with another
  // chain are updated via `on conflict`, because a join would read the whole table.
  const mine = sql`
    select ${all}, false as is_new from order_fact where ${theirs}
    union all
    select ${earlierRows}, null, null, null, false from past
    union all
    select ${orderNames}, false, null, null, true from given`;
  return sql`
    with absence as materialized (
        select coalesce(least(${sql.join(first)}) > ${parameter(({ highest }) => highest)}::int, true) as are_absent
      ),
      ${insertGiven(lineTable, (column) => parameter(({ lines }) => lines[column]))},
      ${insertGiven(couponTable, (column) => parameter(({ coupons }) => coupons[column]))},
      ${insertGiven(taxTable, (column) => parameter(({ taxes }) => taxes[column]))},
      given as materialized (${given(ordersWithParts, (column) => parameter(({ orders }) => orders[column]))}),
      part as (${insertParts(sql.raw('given'))}),
      ${earlierOf(sql`${parameter(({ changed }) => changed)}::int[]`)},
      others as materialized (
        select array(select ${customerIds} except select customer_id from past) as ids
      ),
      ${freshChains(mine, sql`${all}, is_new`)},
      placed as (
        insert into order_fact (${all})
        select ${orderNames}, new_is_returning, new_counted_day, new_previous_day from fresh
        where is_new or ${chainDiffers}
        on conflict (order_id) do update set ${assigned}
      ),
      person as (${keepSums(sql`select ${customerIds}`, earlierSums)}),
      ${keepYears(theirs, earlierYears)},
      contributing as materialized (${contributingRows}),
      ${addAllPending({ orders: sql.raw('contributing'), parts: partsOfContributing })},
      ${appendLevels({ visits: changedVisits, lines: contributingLines, sold: addedWithRates })}
    select are_absent from absence`;
});

const changedVisits = sql`
  select new_counted_day as counted_day, new_previous_day as previous_day, 1 as sign from fresh where is_new or ${chainDiffers}
  union all
  select counted_day, previous_day, -1 from fresh where not is_new and ${chainDiffers}`;
const isNew = sql`order_id in (select order_id from given)`;
const contributingLines = sql`
  ${linesOf(sql`select * from contributing where ${isNew}`, sql`select * from line_fact_given`)}
  union all
  ${storedLinesOf(sql`select * from contributing where not ${isNew}`)}`;

const addedWithRates = soldWithRates(sql.raw('line_fact_given'), sql.raw('tax_fact_given'), 1);

/** New rows, and rows whose customer has become new or returning: as they were and as they are. */
const contributingRows = sql`
  select ${orderNames}, new_is_returning as is_returning, 1 as sign from fresh where is_new
  union all
  select ${orderNames}, state.is_returning, state.sign
  from fresh f cross join lateral (values (f.is_returning, -1), (f.new_is_returning, 1)) state (is_returning, sign)
  where not f.is_new and f.is_returning <> f.new_is_returning`;

/** The parts of these: new ones, and those of rows that were there. */
const partsOfContributing = (table: PartTable): RawBuilder<unknown> => {
  const names = namesOf<never>(tableOf[table] as FactTable<never>);
  return sql`(
    select ${names} from ${sql.raw(`${table}_given`)}
    union all
    select ${names} from ${partsOfOrders(table, sql`select order_id from fresh where not is_new and is_returning <> new_is_returning`)} stored)`;
};

/** The stored parts of orders, looked up by an array, because the planner cannot estimate their number for a join. */
export const partsOfOrders = (table: PartTable, ids: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select * from ${sql.raw(table)} where order_id = any (array(${ids})))`;
