import { type Kysely, sql } from 'kysely';
import type { Database } from '../../database.ts';
import type { Tables } from '../../tables.ts';
import { excludeWriters } from '../facts/recount-progress.ts';
import type { Piece } from '../report-scope.ts';
import { isCounted } from './day-sums.ts';
import type { PeriodTable } from './read-tables.ts';
import { append, plainSums, type RowRollUp } from './roll-up.ts';
import { totals } from './total.ts';

const sums = ['entries', 'orders', 'quantity', 'net'];
/** Sums of a month by what they are of a day. */
const signed = { entries: 'lines', orders: 'placed', quantity: 'quantity', net: 'net' };
const monthOf = (day: string): string => `date_trunc('month', ${day}::timestamp)::date`;

/** The categories of lines, by links of products: first of each day, on which each of its orders counts once, then of each month. */
const byCategory = (rows: Piece, linked: Piece): Piece => sql`
  select ${sql.raw(monthOf('created_day'))} as start, category_id, ${sql.raw(totals(signed, (value) => `sign * ${value}`))}
  from (
    select created_day, category_id, sign, count(*) as lines, count(distinct order_id) filter (where not is_refund) as placed,
      ${sql.raw(totals(plainSums(['quantity', 'net'])))}
    from (${rows}) row ${linked} group by 1, 2, 3
  ) sold group by 1, 2`;
/** Links looked up line by line: a join would be planned for few lines and run with thousands. */
const counted = sql.raw(`cross join lateral (
    select category_id from counted_category link where link.product_id = row.product_id offset 0
  ) link`);
const present = sql.raw('join product_category_link using (product_id)');

/** Lines of counted statuses by the categories that the product is in itself, by the month of creation. */
export const categoryRollUp: RowRollUp = {
  pending: 'category_pending',
  keys: ['start', 'category_id'],
  sums,
  levels: [
    {
      table: 'category_level',
      at: ['date_type', 'level', 'start'],
      periods: `(1::smallint, 2::smallint, p.start), (1::smallint, 4::smallint, date_trunc('year', p.start::timestamp)::date)`,
      keys: ['category_id'],
      sums: plainSums(sums),
    },
  ],
  contributions: (rows) => byCategory(sql`select * from (${rows}) signed where ${isCounted}`, counted),
  facts: sql`select *, 1 as sign from line_fact`,
};

/** Predicate: the sums follow the categories of all products. */
export const areAllPlaced = sql.raw('not exists (select from moved_product)');

/** Categories as reports read them; counted from facts by the links of today. */
export const categorySums: PeriodTable = {
  table: 'category_level',
  sums,
  pending: { table: categoryRollUp.pending, start: () => 'start', column: (name) => name },
  facts: ({ level, names, where, sign = sql.lit(1) }) => sql`
    select ${sql.raw([level, 'start', ...names].join(', '))}
    from (${byCategory(sql`select *, ${sign} as sign from line_fact where ${where}`, present)}) c`,
};

/** All of it counted by the present links. */
export const countedByLinks: Piece = byCategory(sql`select *, 1 as sign from line_fact where ${isCounted}`, present);

/** Remembers products whose categories change in the surrounding unit of work. */
export const keepMoved = (productIds: readonly number[]): Piece =>
  sql`insert into moved_product (product_id) select unnest(${productIds}::int[])`;

/** Remembers all products whose categories are not those by which they are summed up. */
export const keepAllMoved: Piece = sql`
  insert into moved_product (product_id)
  select coalesce(l.product_id, c.product_id)
  from product_category_link l full join counted_category c using (product_id, category_id)
  where l.product_id is null or c.product_id is null group by 1`;

/** Lines that one unit of work sums up again; during it no facts are written. */
const MOST_LINES = 20_000;

/** Sums up products under their present categories, in units of work of their own; gives how many. */
export async function placeMoved(database: Database): Promise<number> {
  let products = 0;
  for (let moved = 1; moved > 0; products += moved) {
    moved = await database.unitOfWork.run(() => placeSome(database.kysely()));
  }
  return products;
}

/**
 * What orders with these products add to categories is taken off and added again, both by the links of the roll-up, which
 * change in between. Writers of facts are excluded, because they add by these links too.
 */
async function placeSome(db: Kysely<Tables>): Promise<number> {
  const found = await sql`select from moved_product limit 1`.execute(db);
  // Does not wait: later writers would queue behind it, and until then categories are read from facts.
  if (found.rows.length === 0 || !(await excludeWriters(db))) return 0;
  const { rows } = await sql<{ id: number; product_id: number }>`
    select id, product_id from (
      select m.*, sum(lines) over (order by m.id) - lines as before from moved_product m cross join lateral (
        select coalesce(sum(entries), 0) as lines from product_level l
        where l.date_type = 1 and l.level = 4 and l.product_id = m.product_id
      ) sold
    ) queue where before < ${MOST_LINES} order by id`.execute(db);
  const ids = [...new Set(rows.map(({ product_id }) => product_id))];
  const theirs = (sign: number) => sql`
    select line_fact.*, ${sql.lit(sign)} as sign from line_fact
    where order_id = any (array(select order_id from line_fact where product_id = any (${ids}::int[])))`;
  await append(categoryRollUp, theirs(-1)).execute(db);
  await sql`delete from counted_category where product_id = any (${ids}::int[])`.execute(db);
  await sql`
    insert into counted_category select product_id, category_id from product_category_link
    where product_id = any (${ids}::int[])`.execute(db);
  await append(categoryRollUp, theirs(1)).execute(db);
  await sql`delete from moved_product where id = any (${rows.map(({ id }) => id)}::bigint[])`.execute(db);
  return ids.length;
}
