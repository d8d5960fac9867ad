import type { GroupPlan } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { dayFrom, divide, endOfInterval, type Ranged, type Span, startOfInterval } from './plan-range.ts';
import { truncated } from './report-measures.ts';
import { named, type Piece } from './report-scope.ts';
import type { FollowedRules } from './roll-ups/followed-rules.ts';
import { excludedBy } from './roll-ups/summary-fit.ts';
import { countedVisits, visitRollUp } from './roll-ups/visit-sums.ts';

const intervals = ['day', 'week', 'month', 'quarter', 'year'] as const;

/** Whether a measure is the number of customers over all counted rows, in total or by an interval, and rows follow its rules. */
export function fitsVisitors(plan: GroupPlan, ranged: Ranged, rules: FollowedRules): boolean {
  const { path, rest, date } = ranged;
  if (plan.from !== 'order' || (plan.each ?? []).length > 0) return false;
  const [only] = rest;
  const excluded = rest.length === 1 && only ? excludedBy(only, 'status') : undefined;
  const [key, ...others] = Object.values(plan.keys);
  if (!excluded || others.length > 0) return false;
  if (!key) return rules.meet({ date, excluded });
  if (!('interval' in key) || key.column !== path || key.interval === 'hour') return false;
  return rules.meet({ date, excluded, week: key.interval === 'week' ? key.weekStartsOn : undefined });
}

interface VisitorQuery {
  readonly plan: GroupPlan;
  /** Name of the measure. */
  readonly name: string;
  readonly ranged: Ranged;
}

/**
 * Number of customers, from the customer's previous counted day on each row: a row without one in the range is the first of
 * its customer, so rows are counted without a distinct aggregate.
 */
export function visitorGroups({ plan, name, ranged }: VisitorQuery): Piece {
  const [keyed] = Object.entries(plan.keys);
  const as = sql.id(name);
  if (!keyed) return sql`select ${visitorsOf(ranged)} as ${as}`;
  const [keyName, key] = keyed;
  if (!('interval' in key) || key.interval === 'hour')
    throw new TypeError('Visitors are distinguished by days at the finest.');
  const { after, before } = ranged;
  const start = startOfInterval(after.slice(0, 10), key.interval, key.weekStartsOn);
  const isCut = after !== `${start} 00:00:00`;
  const end = endOfInterval(start, key.interval);
  const next = isCut ? `${dayFrom(end, 1)} 00:00:00` : after;
  const first = { ...ranged, before: before < `${end} 23:59:59` ? before : `${end} 23:59:59` };
  const rows = firstVisits({ ...ranged, after: next }, key.interval);
  const begun = sql`select ${truncated(key, sql`${after}::timestamp`)} as ${named(keyName)}, ${visitorsOf(first)} as ${as} union all`;
  return sql`select * from (
    ${isCut ? begun : sql``}
    select ${truncated(key, sql`v.day::timestamp`)} as ${named(keyName)}, sum(v.customers)::bigint as ${as}
    from (${rows}) v (day, customers) group by 1
  ) visitors where ${as} > 0`;
}

/** Days with the number of rows that are their customer's first in the interval: from the roll-up, in partial days counted. */
function firstVisits(range: Ranged, interval: (typeof intervals)[number]): Piece {
  const name = `first_in_${interval}`;
  const column = sql.raw(name);
  const { days, cuts } = divide(range);
  const parts = cuts.map((cut) =>
    countedVisits(
      name,
      sql`counted_day = ${cut.first.slice(0, 10)}::date
      and ${sql.raw(range.date)}_at between ${cut.first} and ${cut.last}`,
    ),
  );
  if (days) {
    for (const table of ['customer_day', visitRollUp.pending])
      parts.push(sql`select day, ${column} from ${sql.raw(table)} where day between ${days.first} and ${days.last}`);
  }
  return parts.length === 0 ? sql`select null::date, 0 where false` : sql.join(parts, sql` union all `);
}

/** Number of customers with counted rows in a range: one number of the roll-up for a calendar interval, else counted. */
function visitorsOf(range: Ranged): Piece {
  const { days, cuts } = divide(range);
  const calendar = days && cuts.length === 0 ? intervalOf(days) : undefined;
  if (calendar)
    return sql`(select coalesce(sum(v.customers), 0)::bigint from (${firstVisits(range, calendar)}) v (day, customers))`;
  return sql`customers_between(${range.after}::timestamp, ${range.before}::timestamp)`;
}

/** The calendar interval that these days form; never a week, whose first day depends on the rules. */
const intervalOf = ({ first, last }: Span): (typeof intervals)[number] | undefined =>
  intervals.find(
    (interval) =>
      interval !== 'week' && startOfInterval(first, interval) === first && endOfInterval(first, interval) === last,
  );
