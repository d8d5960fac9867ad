import type { GroupPlan, ReportCondition, ReportRelation } from '@backroom/core/analytics';
import { Temporal } from 'temporal-polyfill';
import { isOfOneColumn, leavesOf } from './condition-leaves.ts';
import type { FactDate } from './facts/chains.ts';

/** The range of a plan by one date of orders, and its remaining conditions. */
export interface Ranged {
  readonly date: FactDate;
  /** The timestamp column. */
  readonly path: string;
  /** Start of the range; both ends are inclusive. */
  readonly after: string;
  readonly before: string;
  readonly rest: readonly ReportCondition[];
}

export const isSameRange = (one: Ranged, other: Ranged): boolean =>
  one.path === other.path && one.after === other.after && one.before === other.before;

const dateOf: Readonly<Record<string, FactDate>> = {
  created_at: 'created',
  paid_at: 'paid',
  completed_at: 'completed',
};

/** The range of a plan over facts of orders; undefined unless it has both ends. */
export function rangeOf(
  { from, where }: Pick<GroupPlan, 'from' | 'where'>,
  relation: ReportRelation,
): Ranged | undefined {
  if (typeof from !== 'string' || !['order', 'line', 'coupon', 'tax'].includes(from)) return undefined;
  const conditions = conjunctsOf(where, relation);
  const prefix = from === 'order' ? '' : 'order.';
  for (const [column, date] of Object.entries(dateOf)) {
    const path = `${prefix}${column}`;
    const after = endOf(conditions, 'atLeast', path);
    const before = endOf(conditions, 'atMost', path);
    if (!after || !before) continue;
    const rest = conditions.filter((each) => !after.conditions.includes(each) && !before.conditions.includes(each));
    return { date, path, after: after.value, before: before.value, rest };
  }
  return undefined;
}

/** The conjuncts; conditions on the order of a part become conditions on the part. */
function conjunctsOf(condition: ReportCondition, relation: ReportRelation): readonly ReportCondition[] {
  if (condition.op === 'all') return condition.of.flatMap((each) => conjunctsOf(each, relation));
  if (condition.op !== 'has' || condition.reference !== 'order' || relation.isPaired('order')) return [condition];
  return conjunctsOf(condition.where, relation.behind('order')).map((where) =>
    isPlain(where) ? ofOrder(where) : { ...condition, where },
  );
}

/** Whether it uses only columns of the row itself. */
const isPlain = (condition: ReportCondition): boolean =>
  leavesOf(condition).every((leaf) => {
    if (leaf.op === 'has') return false;
    return leaf.op === 'fewGiven' || (!leaf.column.includes('.') && isOfOneColumn(leaf));
  });

function ofOrder(condition: ReportCondition): ReportCondition {
  switch (condition.op) {
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map(ofOrder) };
    case 'not':
      return { ...condition, of: ofOrder(condition.of) };
    case 'has':
    case 'fewGiven':
      return condition;
    default:
      return { ...condition, column: `order.${condition.column}` };
  }
}

/** The tightest bound of this kind. */
function endOf(all: readonly ReportCondition[], op: 'atLeast' | 'atMost', path: string) {
  const conditions = all.filter((each) => each.op === op && each.column === path && typeof each.value === 'string');
  const values = conditions.flatMap((each) => ('value' in each && typeof each.value === 'string' ? [each.value] : []));
  const sorted = values.every(isMoment) ? values.toSorted() : [];
  const value = op === 'atLeast' ? sorted.at(-1) : sorted[0];
  return value === undefined ? undefined : { value, conditions };
}

const isMoment = (text: string): boolean => /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(text);

/** A range of timestamps or days; both ends are inclusive. */
export interface Span {
  readonly first: string;
  readonly last: string;
}

/** The whole days of a range, and the timestamp ranges of its partial days. */
export interface DividedRange {
  readonly days: Span | undefined;
  readonly cuts: readonly Span[];
}

/** Divides a range into whole days and the partial days at its ends. */
export function divide({ after, before }: Pick<Ranged, 'after' | 'before'>): DividedRange {
  if (after > before) return { days: undefined, cuts: [] };
  const first = after.slice(0, 10);
  const last = before.slice(0, 10);
  const isCutAfter = !after.endsWith('00:00:00');
  const isCutBefore = !before.endsWith('23:59:59');
  if (first === last && (isCutAfter || isCutBefore)) return { days: undefined, cuts: [{ first: after, last: before }] };
  const days = { first: isCutAfter ? dayFrom(first, 1) : first, last: isCutBefore ? dayFrom(last, -1) : last };
  const cuts = [
    ...(isCutAfter ? [{ first: after, last: `${first} 23:59:59` }] : []),
    ...(isCutBefore ? [{ first: `${last} 00:00:00`, last: before }] : []),
  ];
  return { days: days.first <= days.last ? days : undefined, cuts };
}

/** Adds days to a day. */
export const dayFrom = (day: string, days: number): string => Temporal.PlainDate.from(day).add({ days }).toString();

/** The first day of the interval that contains a day. */
export function startOfInterval(day: string, interval: string, weekStartsOn = 1): string {
  const date = Temporal.PlainDate.from(day);
  if (interval === 'week') return date.subtract({ days: (date.dayOfWeek - weekStartsOn + 7) % 7 }).toString();
  if (interval === 'quarter') return date.with({ month: date.month - ((date.month - 1) % 3), day: 1 }).toString();
  if (interval === 'year') return date.with({ month: 1, day: 1 }).toString();
  return interval === 'month' ? date.with({ day: 1 }).toString() : day;
}

const lengths: Readonly<Record<string, Temporal.DurationLike>> = {
  week: { days: 7 },
  month: { months: 1 },
  quarter: { months: 3 },
  year: { years: 1 },
};

/** The last day of the interval that starts on a day. */
export const endOfInterval = (start: string, interval: string): string =>
  Temporal.PlainDate.from(start)
    .add(lengths[interval] ?? { days: 1 })
    .subtract({ days: 1 })
    .toString();

/** The whole months of a range of days, as the first days of the first and last month, and the days at the edges. */
export function monthsIn(days: Span): { readonly whole: Span | undefined; readonly edges: readonly Span[] } {
  const begin = startOfInterval(days.first, 'month');
  const first = begin === days.first ? begin : dayFrom(endOfInterval(begin, 'month'), 1);
  const start = startOfInterval(days.last, 'month');
  const end = endOfInterval(start, 'month') === days.last ? start : startOfInterval(dayFrom(start, -1), 'month');
  if (first > end) return { whole: undefined, edges: [days] };
  const before = dayFrom(first, -1);
  const after = dayFrom(endOfInterval(end, 'month'), 1);
  return {
    whole: { first, last: end },
    edges: [
      ...(days.first <= before ? [{ first: days.first, last: before }] : []),
      ...(after <= days.last ? [{ first: after, last: days.last }] : []),
    ],
  };
}

/** Whole days of a range, and its partial days. */
type DividedDays = DividedRange & { readonly days: Span };

/** Months, the days beside them, and the days to be taken off. */
export interface MonthsAround {
  readonly whole: Span | undefined;
  readonly edges: readonly Span[];
  readonly off: readonly Span[];
}

/**
 * The months of a range of days, as the first days of the first and last month, with the days at its ends that are in none of them,
 * or in them and not in the range: whichever are fewer. Months with partial days are none of them.
 */
export function monthsAround({ days: { first, last }, cuts }: DividedDays): MonthsAround {
  const begin = startOfInterval(first, 'month');
  const end = startOfInterval(last, 'month');
  const inner = { first: endOfInterval(begin, 'month'), last: end };
  const ends =
    begin === end
      ? [{ first, last }]
      : [
          { first, last: inner.first },
          { first: inner.last, last },
        ];
  const others = ends.map(othersInMonth);
  const isMonth = ends.map(
    (days, index) =>
      lengthOf(others[index] ?? []) < lengthOf([days]) && !cuts.some((cut) => monthOf(cut) === monthOf(days)),
  );
  const whole = {
    first: isMonth[0] ? begin : dayFrom(inner.first, 1),
    last: isMonth.at(-1) ? end : startOfInterval(dayFrom(end, -1), 'month'),
  };
  return {
    whole: whole.first <= whole.last ? whole : undefined,
    edges: ends.filter((_, index) => !isMonth[index]),
    off: others.flatMap((off, index) => (isMonth[index] ? off : [])),
  };
}

const monthOf = ({ first }: Span): string => first.slice(0, 7);

/** The other days of the month of some days. */
function othersInMonth({ first, last }: Span): readonly Span[] {
  const begin = startOfInterval(first, 'month');
  const end = endOfInterval(begin, 'month');
  const before = { first: begin, last: dayFrom(first, -1) };
  const after = { first: dayFrom(last, 1), last: end };
  return [before, after].filter((span) => span.first <= span.last);
}

const lengthOf = (spans: readonly Span[]): number =>
  spans.reduce(
    (days, { first, last }) => days + 1 + Temporal.PlainDate.from(first).until(last, { largestUnit: 'day' }).days,
    0,
  );

/** The whole years of a range of months, as their first days, and the months at the edges; all months by their first days. */
export function yearsIn(months: Span): { readonly years: Span | undefined; readonly months: readonly Span[] } {
  const first = Temporal.PlainDate.from(months.first);
  const last = Temporal.PlainDate.from(months.last);
  const begin = first.month === 1 ? first : first.with({ month: 1 }).add({ years: 1 });
  const end = last.month === 12 ? last.with({ month: 1 }) : last.with({ month: 1 }).subtract({ years: 1 });
  if (Temporal.PlainDate.compare(begin, end) > 0) return { years: undefined, months: [months] };
  const before = begin.subtract({ months: 1 }).toString();
  const after = end.add({ years: 1 }).toString();
  return {
    years: { first: begin.toString(), last: end.toString() },
    months: [
      ...(months.first <= before ? [{ first: months.first, last: before }] : []),
      ...(after <= months.last ? [{ first: after, last: months.last }] : []),
    ],
  };
}
