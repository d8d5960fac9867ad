import { type RawBuilder, sql } from 'kysely';
import { dateTypes } from '../facts/chains.ts';
import { type DayTable, dayColumn } from './day-sums.ts';

/** Keys of the sums of orders beside date type and day, by what they are of a row of `order_fact`. */
const keys = { status: 'status', is_refund: 'parent_id > 0', is_returning: 'is_returning' };
const back = (value: string): string => `case when net < 0 then ${value} else 0 end`;
/** What a row of `order_fact` contributes to each sum: the only definition, for writing, recounting and comparing. */
const contributions = {
  entries: '1',
  items: 'items',
  total: 'total',
  tax: 'tax',
  shipping: 'shipping',
  net: 'net',
  coupon: 'coupon',
  refunds: back('-(net + tax + shipping)'),
  tax_back: back('tax'),
  shipping_back: back('shipping'),
  with_lines: 'has_lines::int',
  with_coupon: 'has_coupon::int',
  with_tax: 'has_tax::int',
};

const columns = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${value} as ${name}`)
    .join(', ');
const summed = (of: (value: string) => string): string =>
  columns(
    Object.fromEntries(Object.entries(contributions).map(([name, value]) => [name, `sum(${of(value)})::bigint`])),
  );

/** Keys without date and date type, and sums. */
export const orderSums = { keys: Object.keys(keys), sums: Object.keys(contributions) } as const;
/** All columns of the sums, keys first. */
export const orderColumns = ['date_type', 'day', ...orderSums.keys, ...orderSums.sums].join(', ');

/** Orders and refunds, by status and new or returning customer. */
export const orderDay = {
  table: 'order_day',
  months: 'order_month',
  pending: 'order_pending',
  keys: ['date_type', 'day', ...orderSums.keys],
  sums: orderSums.sums,
  count: (date, where) => sql`
    select ${sql.lit(dateTypes[date])}::smallint as date_type, ${dayColumn(date)} as day,
      ${sql.raw(columns(keys))}, ${sql.raw(summed((value) => value))}
    from order_fact where ${where} group by 2, 3, 4, 5`,
} as const satisfies DayTable;

/** Days of all date types from rows of `order_fact` with a `sign`: 1 to add them, -1 to take them off. */
const signedDays = (rows: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select d.date_type, d.day, ${sql.raw(columns(keys))}, ${sql.raw(summed((value) => `sign * ${value}`))}
  from (${rows}) row cross join lateral (
    values (1::smallint, row.created_day), (2::smallint, row.paid_day), (3::smallint, row.completed_day)
  ) d (date_type, day)
  where d.day is not null group by 1, 2, 3, 4, 5`;

/** Insert of what rows with a `sign` add; it commits with the change of these rows. */
export const addPending = (rows: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`insert into order_pending (${sql.raw(orderColumns)}) ${signedDays(rows)}`;

/** All days as the facts have them. */
export const countedDays: RawBuilder<unknown> = signedDays(sql`select *, 1 as sign from order_fact`);

const eachSum = (make: (name: string) => string, glue = ', '): string => orderSums.sums.map(make).join(glue);

/** What is kept of days or months, levels and pending rows together; rows of zeros are left out. */
export const keptSums = (unit: 'day' | 'month'): RawBuilder<unknown> => {
  const start = unit === 'day' ? 'day' : 'start';
  const of = [start, ...orderSums.keys].join(', ');
  const pendingStart = unit === 'day' ? 'day' : `date_trunc('month', day::timestamp)::date`;
  return sql.raw(`
    select date_type, ${of}, ${eachSum((name) => `sum(${name})::bigint as ${name}`)}
    from (
      select date_type, ${of}, ${eachSum((name) => name)} from ${unit === 'day' ? orderDay.table : orderDay.months}
      union all
      select date_type, ${[pendingStart, ...orderSums.keys].join(', ')}, ${eachSum((name) => name)} from order_pending
    ) kept group by date_type, ${of} having ${eachSum((name) => `sum(${name}) <> 0`, ' or ')}`);
};
