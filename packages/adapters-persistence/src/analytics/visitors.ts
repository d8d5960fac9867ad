import type { GroupPlan, ReportMeasure } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { dateTypes, type FactDate } from './facts/chains.ts';
import { dayFrom, divide, endOfInterval, type Ranged, type Span, startOfInterval } from './plan-range.ts';
import { truncated } from './report-measures.ts';
import type { Piece } from './report-scope.ts';
import { customerDay } from './roll-ups/day-sums.ts';
import { excludedBy } from './roll-ups/summary-fit.ts';
import { areReadable, markedDays } from './roll-ups/summary-rows.ts';

const intervals = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** Whether a measure is the number of customers over all counted rows, in total or by an interval. */
export function fitsVisitors(plan: GroupPlan, measure: ReportMeasure, { path, rest }: Ranged): boolean {
  const isOfCustomers = measure.op === 'distinct' && measure.of === 'customer_id' && measure.where === undefined;
  if (plan.from !== 'order' || !isOfCustomers || (plan.each ?? []).length > 0) return false;
  const [only] = rest;
  if (rest.length !== 1 || !only || excludedBy(only, 'status') === undefined) return false;
  const keys = Object.values(plan.keys);
  return keys.length < 2 && keys.every((key) => 'interval' in key && key.column === path && key.interval !== 'hour');
}

interface VisitorQuery {
  readonly plan: GroupPlan;
  /** Name of the measure. */
  readonly name: string;
  readonly ranged: Ranged;
  /** The same groups computed from facts, used while the stored rules differ. */
  readonly facts: Piece;
}

/**
 * Number of customers, from the customer's previous counted day on each row: a row without one in the range is the first of
 * its customer, so rows are counted without a distinct aggregate.
 */
export function visitorGroups({ plan, name, ranged, facts }: VisitorQuery): Piece {
  const excluded = ranged.rest[0] && excludedBy(ranged.rest[0], 'status');
  const [keyed] = Object.entries(plan.keys);
  const isReadable = areReadable({ ranged, excluded }, true);
  const as = sql.id(name);
  if (!keyed) return sql`select case when ${isReadable} then ${visitorsOf(ranged)} else (${facts}) end as ${as}`;
  const [keyName, key] = keyed;
  if (!('interval' in key) || key.interval === 'hour')
    throw new TypeError('Visitors are distinguished by days at the finest.');
  const isReadableByWeek =
    key.interval === 'week'
      ? sql`(${isReadable} and (select week_starts_on = ${sql.lit(key.weekStartsOn)} from fact_rules))`
      : isReadable;
  const { after, before } = ranged;
  const start = startOfInterval(after.slice(0, 10), key.interval, key.weekStartsOn);
  const isCut = after !== `${start} 00:00:00`;
  const end = endOfInterval(start, key.interval);
  const next = isCut ? `${dayFrom(end, 1)} 00:00:00` : after;
  const first = { ...ranged, before: before < `${end} 23:59:59` ? before : `${end} 23:59:59` };
  const rows = firstVisits({ ...ranged, after: next }, key.interval);
  return sql`select * from (
    ${isCut ? sql`select ${truncated(key, sql`${after}::timestamp`)} as ${sql.id(keyName)}, ${visitorsOf(first)} as ${as} where ${isReadableByWeek} union all` : sql``}
    select ${truncated(key, sql`v.day::timestamp`)} as ${sql.id(keyName)}, sum(v.customers)::bigint as ${as}
    from (${rows}) v where ${isReadableByWeek} group by 1
    union all
    select f.${sql.id(keyName)}, f.${as} from (${facts}) f where not ${isReadableByWeek}
  ) visitors where ${as} > 0`;
}

const atOf = (date: FactDate): Piece => sql.raw(`${date}_at`);
const within = (date: FactDate, { first, last }: Span): Piece =>
  sql`${atOf(date)} between ${first}::timestamp and ${last}::timestamp`;

/** Days with the number of rows that are their customer's first in the interval: from the roll-up, for marked days computed. */
function firstVisits(range: Ranged, interval: (typeof intervals)[number]): Piece {
  const column = sql.raw(`first_in_${interval}`);
  const { days, cuts } = divide(range);
  const counted = (where: Piece) =>
    sql`select c.day, c.${column} as customers from (${customerDay.count(range.date, where)}) c`;
  const parts = cuts.map((cut) =>
    counted(sql`counted_day = ${cut.first.slice(0, 10)}::date and ${within(range.date, cut)}`),
  );
  if (days) {
    const marked = sql`m.date_type = ${sql.lit(dateTypes[range.date])} and m.day`;
    const those = sql`between ${days.first}::date and ${days.last}::date`;
    parts.push(
      sql`select s.day, s.${column} as customers from customer_day s
        where s.day ${those} and s.day not in (${markedDays(dateTypes[range.date])})`,
      sql`select c.* from (select distinct m.day from dirty_day m where ${marked} ${those}) d
        cross join lateral (${counted(sql`counted_day = d.day`)}) c`,
    );
  }
  return parts.length === 0
    ? sql`select null::date as day, 0 as customers where false`
    : sql.join(parts, sql` union all `);
}

/** Number of customers with counted rows in a range. */
function visitorsOf(range: Ranged): Piece {
  const { days, cuts } = divide(range);
  const calendar = days && cuts.length === 0 ? intervalOf(days) : undefined;
  if (calendar) return sql`(select coalesce(sum(v.customers), 0)::bigint from (${firstVisits(range, calendar)}) v)`;
  const isCut = !range.after.endsWith('00:00:00');
  const day = sql`${range.after.slice(0, 10)}::date`;
  const [begun, ...others] = isCut ? cuts : [undefined, ...cuts];
  const later = [
    ...(days ? [sql`counted_day between ${days.first}::date and ${days.last}::date`] : []),
    ...others.flatMap((cut) =>
      cut ? [sql`counted_day = ${cut.last.slice(0, 10)}::date and ${within(range.date, cut)}`] : [],
    ),
  ];
  const rows = (where: Piece) => sql`(select count(*) from order_fact v where ${where})`;
  const parts = later.map((where) => rows(sql`${where} and (previous_day is null or previous_day < ${day})`));
  if (begun) {
    const those = sql`counted_day = ${day} and ${within(range.date, begun)}`;
    parts.push(sql`(select count(distinct customer_id) from order_fact where ${those})`);
    // An earlier purchase on the partial first day may be before the range.
    for (const where of later)
      parts.push(
        rows(
          sql`${where} and previous_day = ${day} and customer_id not in (select customer_id from order_fact where ${those})`,
        ),
      );
  }
  if (parts.length === 0) return sql`0::bigint`;
  const counted = sql`(${sql.join(parts, sql` + `)})`;
  if (isCut || !days) return counted;
  // With a partial last day, no row may be later than the whole days.
  const most = cuts.length > 0 ? sql`0` : sql`${days.last}::date - ${days.first}::date`;
  const after = sql`(select max(counted_day) from order_fact) - ${days.last}::date`;
  return sql`case when ${after} <= ${most} then ${exceptLater(days)} else ${counted} end`;
}

/** Customers with rows since the first day, minus those whose first row since then is after the last day. */
const exceptLater = ({ first, last }: Span): Piece => sql`
  ${comingSince(sql`${first}::date`)} -
  (select count(*) from order_fact where counted_day > ${last}::date and (previous_day is null or previous_day < ${first}::date))`;

/**
 * Customers with rows on this day or later. If it is in the first half of the history, nearly all have: then the complement
 * is counted and subtracted from the number of all customers.
 */
function comingSince(day: Piece): Piece {
  const count = (where: string) => sql`(select count(*) from customer_fact where ${sql.raw(where)})`;
  const edge = (which: string) => sql`(select ${sql.raw(which)}(last_day) from customer_fact)`;
  return sql`case when ${day} - ${edge('min')} < ${edge('max')} - ${day}
    then (select coalesce(sum(customers), 0) from customer_tally) + ${count('not is_listed')}
      - (select count(*) from customer_fact where last_day < ${day}) - ${count('last_day is null')}
    else (select count(*) from customer_fact where last_day >= ${day}) end`;
}

/** The calendar interval that these days form; never a week, whose first day depends on the rules. */
const intervalOf = ({ first, last }: Span): (typeof intervals)[number] | undefined =>
  intervals.find(
    (interval) =>
      interval !== 'week' && startOfInterval(first, interval) === first && endOfInterval(first, interval) === last,
  );
