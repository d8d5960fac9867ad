import type { FactWrite } from '@backroom/core/analytics';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { FixedStatement, type ParameterOf } from '../../fixed-statement.ts';
import type { Tables } from '../../tables.ts';
import type { PartTable } from '../roll-ups/contributions.ts';
import { addAllPending } from '../roll-ups/families.ts';
import { appendLevels } from '../roll-ups/level-families.ts';
import { linesOf, storedLinesOf } from '../roll-ups/line-sums.ts';
import { soldWithRates } from '../roll-ups/rate-products.ts';
import { addYears, chainDiffers, freshChains, keepSums, keepYears } from './chains.ts';
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
  /** Whether all rows are later than the stored rows of their customers: if not, nothing is inserted. */
  readonly areLast?: boolean;
}

/** Inserts facts and updates the chains of their customers; returns false if the terms are not met. */
export async function insertFacts(
  db: Kysely<Tables>,
  insertion: FactInsertion,
  { changed = [], absent = [], areLast = false }: InsertionTerms,
): Promise<boolean> {
  const ids = absent.toSorted((a, b) => a - b);
  const { rows } = await (areLast ? statements.last : statements.any).execute(db, {
    ...insertion,
    changed,
    lowest: ids[0] ?? null,
    highest: ids.at(-1) ?? null,
  });
  return rows[0]?.is_met ?? false;
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

/** CTEs of the given rows of a table, and of their insert. */
function insertGiven<T>(table: FactTable<T>, text: (column: string) => RawBuilder<unknown>): RawBuilder<unknown> {
  const name = sql.raw(table.table);
  const names = namesOf(table);
  return sql`${name}_given as materialized (select * from ${givenRows(table, text)} where (select is_met from terms)),
      ${name}_kept as (insert into ${name} (${names}) select ${names} from ${name}_given)`;
}

const all = sql`${orderNames}, is_returning, counted_day, previous_day`;
const theirs = sql`customer_id = any ((select ids from others)::int[])`;

/** Parts of the statement about stored rows of the customers that may change. */
interface AboutStored {
  /** Condition on these rows. */
  readonly terms: RawBuilder<unknown>;
  /** These rows, at the end of a union of rows to be chained. */
  readonly chained: RawBuilder<unknown>;
  readonly placed: RawBuilder<unknown>;
  readonly years: RawBuilder<unknown>;
  readonly contributing: RawBuilder<unknown>;
  readonly parts: (table: PartTable) => RawBuilder<unknown>;
  readonly lines: RawBuilder<unknown>;
}

const statementOf = (stored: AboutStored) => (parameter: ParameterOf<Insertion>) => {
  const customerIds = sql`unnest(${parameter((insertion) => insertion.customerIds)}::int[])`;
  const first = tables.map(
    (table) =>
      sql`(select min(order_id) from ${sql.raw(table)} where order_id >= ${parameter(({ lowest }) => lowest)}::int)`,
  );
  // Chains are computed over existing and new rows together, so that a new row is written once.
  const mine = sql`
    select ${orderNames}, false as is_returning, null::date as counted_day, null::date as previous_day, true as is_new from given
    union all
    select ${earlierRows}, null, null, null, false from past
    ${stored.chained}`;
  return sql<{ is_met: boolean }>`
    with sent as materialized (
        select * from ${givenRows(ordersWithParts, (column) => parameter(({ orders }) => orders[column]))}
      ),
      ${earlierOf(sql`${parameter(({ changed }) => changed)}::int[]`)},
      others as materialized (
        select array(select ${customerIds} except select customer_id from past) as ids
      ),
      terms as materialized (
        select coalesce(least(${sql.join(first)}) > ${parameter(({ highest }) => highest)}::int, true)${stored.terms} as is_met
      ),
      ${insertGiven(lineTable, (column) => parameter(({ lines }) => lines[column]))},
      ${insertGiven(couponTable, (column) => parameter(({ coupons }) => coupons[column]))},
      ${insertGiven(taxTable, (column) => parameter(({ taxes }) => taxes[column]))},
      given as materialized (select * from sent where (select is_met from terms)),
      part as (${insertParts(sql.raw('given'))}),
      ${freshChains(mine, sql`${all}, is_new`)},
      placed as (
        insert into order_fact (${all})
        select ${orderNames}, new_is_returning, new_counted_day, new_previous_day from fresh ${stored.placed}
      ),
      person as (${keepSums(sql`select ${customerIds}`, earlierSums)}),
      ${stored.years},
      contributing as materialized (${stored.contributing}),
      ${addAllPending({ orders: sql.raw('contributing'), parts: stored.parts })},
      ${appendLevels({ visits: changedVisits, lines: stored.lines, sold: addedWithRates })}
    select is_met from terms`;
};

const changedVisits = sql`
  select new_counted_day as counted_day, new_previous_day as previous_day, 1 as sign from fresh where is_new or ${chainDiffers}
  union all
  select counted_day, previous_day, -1 from fresh where not is_new and ${chainDiffers}`;
const isNew = sql`order_id in (select order_id from given)`;
const givenLines = sql`select * from line_fact_given`;

const addedWithRates = soldWithRates(sql.raw('line_fact_given'), sql.raw('tax_fact_given'), 1);

const newRows = sql`select ${orderNames}, new_is_returning as is_returning, 1 as sign from fresh where is_new`;

/** The parts of contributing rows: new ones, and those of rows that were there. */
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

const statements = {
  any: new FixedStatement(
    statementOf({
      terms: sql``,
      chained: sql`union all select ${all}, false from order_fact where ${theirs}`,
      // By `on conflict`, because a join would read the whole table.
      placed: sql`where is_new or ${chainDiffers} on conflict (order_id) do update set ${assigned}`,
      years: keepYears(theirs, earlierYears),
      // Rows whose customer has become new or returning: as they were and as they are.
      contributing: sql`
        ${newRows}
        union all
        select ${orderNames}, state.is_returning, state.sign
        from fresh f cross join lateral (values (f.is_returning, -1), (f.new_is_returning, 1)) state (is_returning, sign)
        where not f.is_new and f.is_returning <> f.new_is_returning`,
      parts: partsOfContributing,
      lines: sql`
        ${linesOf(sql`select * from contributing where ${isNew}`, givenLines)}
        union all
        ${storedLinesOf(sql`select * from contributing where not ${isNew}`)}`,
    }),
  ),
  /** A third fewer plan nodes, whose start and end take longer than the rows of one order. */
  last: new FixedStatement(
    statementOf({
      // Ordered as the index is: for any one row of these customers the planner would read the whole table.
      terms: sql` and not exists (
          select from others cross join unnest(ids) of_customer (id) cross join lateral (
            select from order_fact where customer_id = of_customer.id order by customer_id, created_utc, order_id limit 1
          ) stored
        )`,
      chained: sql``,
      placed: sql`where is_new`,
      years: addYears(earlierYears),
      contributing: newRows,
      parts: (table) => sql.raw(`${table}_given`),
      lines: linesOf(sql`select * from contributing`, givenLines),
    }),
  ),
};
