import type { GroupPlan, ReportCondition } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { leavesOf, readsOf } from '../condition-leaves.ts';
import { groupsByKeys, groupsOfRows, isOfDays, keysOf, type Sourced } from '../counted-groups.ts';
import type { Aggregates } from '../facts/first-lines.ts';
import { isSameRange, type Ranged } from '../plan-range.ts';
import { conditionOf } from '../report-conditions.ts';
import { measureOf, truncated } from '../report-measures.ts';
import { columnOf, named, type Piece, type Scope } from '../report-scope.ts';
import type { OnSource } from '../roll-ups/summed-groups.ts';
import { totalOf } from '../roll-ups/total.ts';
import { AT, besideWhole, pairedRanges } from './paired-plans.ts';
import type { IntervalKey, SharedPart, SharedParts } from './shared-parts.ts';

/** Rows that several plans count, without their ranges. */
export interface SharedRows {
  /** The plan over the rows. */
  readonly plan: GroupPlan;
  readonly source: Sourced;
  readonly aggregates: Aggregates;
  readonly ranged: Ranged;
  readonly rangedWhole: Ranged | undefined;
  /** Conditions of the plan alone. */
  readonly own: ReportCondition;
  /** Key of the rows among those of the statement. */
  readonly key: string;
  /** Whether they belong to orders that were found before. */
  readonly isFound: boolean;
  /** The interval by which another plan groups the same rows in the same range. */
  readonly siblingInterval: IntervalKey | undefined;
}

/** The groups of a plan, and of a whole range if there is one, from rows that are written once. */
export function sharedGroups(
  { plan: asked, source, aggregates, ...paired }: SharedRows,
  { parts, onSource }: { readonly parts: SharedParts; readonly onSource: OnSource },
): Piece {
  const { ranged } = paired;
  const divided = dividedBy({ ...paired, plan: asked, aggregates });
  const plan = divided?.plan ?? asked;
  const { scope, from } = source;
  const part = parts.of(
    paired.key,
    sql`from ${from} where ${conditionOf({ ...scope, present: ['order'] }, plan.where)}`,
  );
  const { paths: read } = readsOf({ ...plan, where: paired.own }, aggregates);
  const paths = scope.columns ? read : [...read, ranged.path];
  const columns = new Map(paths.map((path) => [path, part.column(path, columnOf(scope, path))] as const));
  const outer: Scope = { ...scope, alias: 't', columns };
  const day = plan.from === 'order' ? undefined : part.column('day', sql.id('t', `${ranged.date}_day`));
  const at = columns.get(ranged.path);
  const own = leavesOf(paired.own).length === 0 ? undefined : conditionOf(outer, paired.own);
  const within = ({ after, before, firstDay, lastDay }: Bounds): Piece => {
    const days = day && sql`${day} between ${firstDay} and ${lastDay}`;
    const moments = at && sql`${at} between ${after} and ${before}`;
    const conditions = [moments, days, own].flatMap((each) => each ?? []);
    return sql`from ${sql.raw(part.name)} t where ${sql.join(conditions, sql` and `)}`;
  };
  const ranges = { ...paired, within, scope: outer, aggregates, parts };
  const interval = divided?.interval ?? addingUp({ ...paired, plan, aggregates });
  if (!interval) return groupsOfRange(plan, ranges);
  onSource(divided ? 'interval by interval' : 'intervals added up');
  return groupsOfIntervals(plan, { ...ranges, interval, name: divided?.name });
}

/** Ends of a range, and their days; all inclusive. */
interface Bounds {
  readonly after: Piece;
  readonly before: Piece;
  readonly firstDay: Piece;
  readonly lastDay: Piece;
}

interface RangedRows extends Pick<SharedRows, 'ranged' | 'rangedWhole' | 'aggregates'> {
  readonly scope: Scope;
  /** The rows between two ends. */
  within(bounds: Bounds): Piece;
}

function groupsOfRange(plan: GroupPlan, { ranged, rangedWhole, within, ...read }: RangedRows): Piece {
  const inRange = ({ after, before }: Ranged): Piece =>
    within({
      after: sql`${after}`,
      before: sql`${before}`,
      firstDay: sql`${after.slice(0, 10)}`,
      lastDay: sql`${before.slice(0, 10)}`,
    });
  const [at, ...keys] = keysOf(plan, read.scope);
  if (!rangedWhole || !at) return groupsByKeys(plan, { ...read, rows: inRange(ranged) });
  const both = pairedRanges({ ranged, rangedWhole, rows: inRange, at });
  return groupsOfRows(plan, { ...read, keys: [sql.raw(AT), ...keys], rows: sql`from (${both}) t` });
}

interface DividedPlan {
  /** Name of the interval. */
  readonly name: string;
  readonly interval: IntervalKey;
  /** The plan of one interval. */
  readonly plan: GroupPlan;
}

/** A plan of lines by an interval of days, with distinct values, which do not add up over days; undefined for others. */
function dividedBy({
  plan,
  aggregates,
  ranged,
  rangedWhole,
  isFound,
}: Omit<SharedRows, 'source'>): DividedPlan | undefined {
  const isDistinct = Object.values(aggregates).some(({ op }) => op === 'distinct' || op === 'sumOnce');
  const [first, ...others] = Object.entries(plan.keys).flatMap(([name, key]) =>
    'interval' in key ? [{ name, interval: key }] : [],
  );
  // Orders that are found are not indexed by their day.
  if (plan.from !== 'line' || !isDistinct || isFound || !first || others.length > 0) return undefined;
  const { name, interval } = first;
  if (interval.interval === 'hour' || (interval.column !== ranged.path && !isOfDays(interval))) return undefined;
  const { [name]: _, ...keys } = plan.keys;
  // A whole range that is read along would be one more scan.
  const isOneScan = !rangedWhole || (isSameRange(ranged, rangedWhole) && addUp(aggregates, keys));
  return isOneScan ? { name, interval, plan: { ...plan, keys } } : undefined;
}

/** Whether the groups of all intervals add up to those of the range: all lines of an order have one day. */
function addUp(aggregates: Aggregates, keys: GroupPlan['keys']): boolean {
  const isOfOrders = (each: Aggregates[string]): boolean =>
    (each.op === 'distinct' && each.of === 'order_id') || (each.op === 'sumOnce' && each.per === 'order_id');
  const measures = Object.values(aggregates);
  const isSum = measures.every((each) => each.op === 'sum' || each.op === 'count' || isOfOrders(each));
  return isSum && measures.some(isOfOrders) && Object.keys(keys).length === 0;
}

/** The interval whose groups add up to those of a plan without keys; undefined for other plans. */
function addingUp({ plan, aggregates, isFound, siblingInterval }: Omit<SharedRows, 'source'>): IntervalKey | undefined {
  if (plan.from !== 'line' || isFound || siblingInterval?.interval === 'hour') return undefined;
  return addUp(aggregates, plan.keys) ? siblingInterval : undefined;
}

interface IntervalRows extends RangedRows, Pick<SharedRows, 'key' | 'own'> {
  readonly parts: SharedParts;
  readonly interval: IntervalKey;
  /** Name of the interval; undefined if the groups of all are added up. */
  readonly name: string | undefined;
}

/** Each interval is counted from rows of its own: few values are sorted sooner than those of all intervals with their starts. */
function groupsOfIntervals(plan: GroupPlan, { name, interval, parts, key, own, ...ranges }: IntervalRows): Piece {
  const { ranged, within, scope, aggregates } = ranges;
  const divided = JSON.stringify([interval.interval, interval.weekStartsOn, ranged.after, ranged.before]);
  const intervals = sql.raw(parts.intervals(divided, intervalsOf(interval, ranged)));
  const after = sql.raw('s.after');
  const before = sql.raw('s.before');
  const inInterval = within({ after, before, firstDay: sql`${after}::date`, lastDay: before });
  const start = sql.raw(`s.${AT}`);
  const apart = (at: Piece, groups: Piece): Piece =>
    sql`select ${at}, g.* from ${intervals} s cross join lateral (${groups}) g`;
  // Without other keys, no rows are a group, too.
  const isOne = Object.keys(plan.keys).length === 0;
  const having = isOne ? sql` having count(*) > 0` : sql``;
  const counting = JSON.stringify([key, own, divided]);
  if (name === undefined || ranges.rangedWhole || (isOne && parts.isCounted(counting))) {
    const counted = parts.counted(counting, (all) => apart(start, sql`select ${all} ${inInterval}${having}`));
    const groups = countedOnce(counted, { name, scope, aggregates });
    if (name === undefined || !ranges.rangedWhole) return groups;
    const whole = countedOnce(counted, { name: undefined, scope, aggregates });
    return besideWhole({ ...plan, keys: { [name]: interval } }, whole, groups);
  }
  const groups = groupsByKeys(plan, { scope, aggregates, rows: inInterval });
  return apart(sql`${start} as ${named(name)}`, sql`${groups}${having}`);
}

/** The groups of intervals that several plans read, or their sums. */
function countedOnce(
  counted: SharedPart,
  { name, scope, aggregates }: Pick<IntervalRows, 'name' | 'scope' | 'aggregates'>,
): Piece {
  const measures = Object.entries(aggregates).flatMap(([as, measure]) => {
    if (measure.op === 'quotient') return [];
    const piece = measureOf(scope, measure);
    const column = counted.column(JSON.stringify(measure), piece);
    return [sql`${name === undefined ? totalOf(column) : column} as ${named(as)}`];
  });
  const keys = name === undefined ? [] : [sql`${sql.raw(AT)} as ${named(name)}`];
  return sql`select ${sql.join([...keys, ...measures])} from ${sql.raw(counted.name)}`;
}

const lengths: Readonly<Record<string, string>> = { quarter: '3 month' };

/** The starts of the intervals of a range, with their first and last moment in the range. */
function intervalsOf(interval: IntervalKey, { after, before }: Ranged): Piece {
  const at = sql.raw(AT);
  const length = lengths[interval.interval] ?? `1 ${interval.interval}`;
  const end = sql.raw(`interval '${length} -1 second'`);
  const step = sql.raw(`interval '${length}'`);
  return sql`select ${at}, greatest(${at}, ${after}) as after, least(${at} + ${end}, ${before}) as before
    from generate_series(${truncated(interval, sql`${after}::timestamp`)}, ${before}, ${step}) ${at}`;
}
