import {
  aggregatesOf,
  type GroupPlan,
  type Question,
  type ReportPlan,
  type ReportRelation,
  reportRelation,
} from '@backroom/core/analytics';
import { sql } from 'kysely';
import { mentioned, readsOf } from './condition-leaves.ts';
import { flagOf } from './distinct-products.ts';
import type { Aggregates } from './facts/first-lines.ts';
import { divide, type Ranged, rangeOf } from './plan-range.ts';
import { conditionOf, whereOf } from './report-conditions.ts';
import { keyOf, measureOf, truncated } from './report-measures.ts';
import { columnOf, joining, named, type Piece, rowsFrom, type Scope } from './report-scope.ts';
import { totalOf } from './roll-ups/total.ts';

/** The rows of a plan: their `from` item, and the scope of expressions over them. */
export interface Sourced {
  readonly scope: Scope;
  readonly from: Piece;
}

/** The rows of a plan with the references that it uses joined; `rows` replaces the base rows. */
export function sourceOf(
  plan: ReportPlan,
  earlier: Question,
  { aggregates, ...rows }: Partial<Rows> & Pick<FactCounting, 'aggregates'> = {},
): Sourced {
  const relation = reportRelation(plan, earlier);
  const own: Scope = { relation, alias: 't', joined: new Map(), zone: plan.zone ?? 'UTC' };
  const references = [...new Set([...(plan.each ?? []), ...mentioned(plan, own, aggregates)])];
  return joinedSource(own, references, { own: rowsFrom(plan.from, 't', readsOf(plan, aggregates).paths), ...rows });
}

/** The same, restricted to these orders. */
export function sourceAmong(
  plan: ReportPlan,
  earlier: Question,
  { orders, aggregates }: { orders(alias: string): Piece } & Pick<FactCounting, 'aggregates'>,
): Sourced {
  if (plan.from === 'order') return sourceOf(plan, earlier, { own: orders('t'), aggregates });
  const flag = flagOf(plan.from);
  const those = (alias: string) =>
    flag === undefined ? orders(alias) : sql`(select * from ${orders('o')} where ${sql.id(flag)}) ${sql.id(alias)}`;
  return sourceOf(plan, earlier, { orders: those, aggregates });
}

interface Rows {
  readonly own: Piece;
  /** Restriction of the orders to which parts belong. */
  readonly orders?: (alias: string) => Piece;
}

function joinedSource(own: Scope, references: readonly string[], rows: Rows): Sourced {
  const joined = new Map(references.map((reference) => [reference, `t_${reference}`] as const));
  const joins = references.map((reference) => {
    const alias = `t_${reference}`;
    const { to } = own.relation.referenceOf(reference);
    const theirs = reference === 'order' && rows.orders ? rows.orders(alias) : rowsFrom(to, alias);
    if (own.relation.source !== 'coupon' || to !== 'line')
      return sql` left join ${theirs} on ${joining(own, reference, alias)}`;
    // Few orders have coupons: a lateral look-up avoids reading all lines.
    return sql` left join lateral (select * from ${theirs} where ${joining(own, reference, alias)} offset 0) ${sql.id(alias)} on true`;
  });
  return { scope: { ...own, joined }, from: sql`${rows.own}${sql.join(joins, sql``)}` };
}

interface FactCounting {
  /** What the measures stand for, if not what the table says. */
  readonly aggregates?: Aggregates | undefined;
  readonly ranged?: Ranged | undefined;
}

/** Keys and measures computed from the rows. */
export function countedGroups(
  plan: GroupPlan,
  { scope, from }: Sourced,
  { aggregates = aggregatesOf(plan), ranged = rangeOf(plan, scope.relation) }: FactCounting = {},
): Piece {
  const where =
    ranged && plan.from !== 'order'
      ? sql`where ${conditionOf(scope, plan.where)} and ${daysOfParts(ranged)}`
      : whereOf(scope, plan.where);
  return groupsByKeys(plan, { scope, rows: sql`from ${from} ${where}`, aggregates });
}

interface RowsToGroup {
  readonly scope: Scope;
  /** `from` and `where`. */
  readonly rows: Piece;
  readonly aggregates: Aggregates;
}

/** The groups of rows by the keys of the plan. */
export const groupsByKeys = (plan: GroupPlan, read: RowsToGroup): Piece =>
  daysAddedUp(plan, read) ?? groupsOfRows(plan, { ...read, keys: keysOf(plan, read.scope) });

/** The value of each key of the plan. */
export const keysOf = ({ keys }: GroupPlan, scope: Scope): readonly Piece[] =>
  Object.values(keys).map((key) => startOf(scope, key));

interface RowGroups extends RowsToGroup {
  /** What stands for the keys of the plan. */
  readonly keys: readonly Piece[];
}

/** The groups of rows by these values, under the names of the keys of the plan. */
export function groupsOfRows(plan: GroupPlan, { scope, keys: of, rows, aggregates }: RowGroups): Piece {
  const keys = Object.keys(plan.keys).map((name, index) => sql`${of[index]} as ${named(name)}`);
  const measures = Object.entries(aggregates).filter(([, { op }]) => op !== 'quotient');
  const [only] = measures;
  if (only && measures.length === 1 && keys.length > 0) {
    const [name, measure] = only;
    if (measure.op === 'distinct' && !measure.where && !isOfMany(plan, measure.of))
      return differentOf(plan, {
        name,
        rows: sql`${sql.join([...keys, sql`${columnOf(scope, measure.of)} as value`])} ${rows}`,
      });
  }
  const counted = measures.flatMap(([name, measure]) =>
    measure.op === 'quotient' ? [] : [sql`${measureOf(scope, measure)} as ${named(name)}`],
  );
  return sql`select ${sql.join([...keys, ...counted])} ${rows} ${groupingBy(keys.length)}`;
}

/** Sums by an interval of days, from those of days: the start of the interval is computed once for each day. */
function daysAddedUp(plan: GroupPlan, read: RowsToGroup): Piece | undefined {
  const [[name, key] = [], ...others] = Object.entries(plan.keys);
  if (name === undefined || !key || others.length > 0 || !isOfDays(key) || key.interval === 'day') return undefined;
  const sums = addingUp(read.aggregates);
  if (!sums) return undefined;
  const start = sql`${truncated(key, sql.id(name))} as ${named(name)}`;
  const days = groupsOfRows(plan, { ...read, keys: [columnOf(read.scope, key.column)] });
  return sql`select ${sql.join([start, ...sums])} from (${days}) days group by 1`;
}

/** The measures of several groups together; undefined if they do not add up. */
export function addingUp(aggregates: Aggregates): readonly Piece[] | undefined {
  const measures = Object.entries(aggregates);
  if (!measures.every(([, { op }]) => op === 'sum' || op === 'count')) return undefined;
  return measures.map(([measure]) => sql`${totalOf(sql.id(measure))} as ${named(measure)}`);
}

/**
 * Whether most values in a group are distinct, as customers are: sorting the few values of each group is faster than
 * deduplicating all pairs.
 */
const isOfMany = ({ keys }: GroupPlan, path: string): boolean =>
  /(^|\.)customer_id$/.test(path) && Object.values(keys).some((key) => !('interval' in key));

/** Distinct count of each group: deduplicated by hash first, which avoids sorting all values. */
function differentOf(plan: GroupPlan, { name, rows }: { readonly name: string; readonly rows: Piece }): Piece {
  const keys = Object.keys(plan.keys).map((key) => sql.id(key));
  return sql`select ${sql.join(keys)}, count(value) as ${sql.id(name)} from (select distinct ${rows}) different
    ${groupingBy(keys.length)}`;
}

const groupingBy = (count: number): Piece =>
  count === 0 ? sql`` : sql`group by ${sql.join(Array.from({ length: count }, (_, index) => sql.lit(index + 1)))}`;

/** Parts repeat the days of their order: the range is repeated on their own columns, so that an index applies. */
const daysOfParts = ({ date, after, before }: Ranged): Piece =>
  sql`${sql.id('t', `${date}_day`)} between ${after.slice(0, 10)} and ${before.slice(0, 10)}`;

/** Groups of parts over whole days that use only columns repeated from the order, without joining it; undefined otherwise. */
export function unjoinedGroups(plan: GroupPlan, relation: ReportRelation, aggregates: Aggregates): Piece | undefined {
  const unjoined = unjoinedRows(plan, relation, aggregates);
  return unjoined && countedGroups(unjoined.plan, unjoined.source, { aggregates, ranged: unjoined.ranged });
}

/** The rows of such a plan, and the plan over them without its range. */
export function unjoinedRows(plan: GroupPlan, relation: ReportRelation, aggregates: Aggregates) {
  const ranged = plan.from === 'order' ? undefined : rangeOf(plan, relation);
  if (!ranged || divide(ranged).cuts.length > 0) return undefined;
  const columns = new Map<string, Piece>([
    ['order.status', sql.id('t', 'status')],
    [DAY, sql`${sql.id('t', `${ranged.date}_day`)}::timestamp`],
  ]);
  if (plan.from === 'line') columns.set('order.customer_id', sql.id('t', 'customer_id'));
  const scope: Scope = { relation, alias: 't', joined: new Map(), zone: plan.zone ?? 'UTC', columns };
  const own: GroupPlan = { ...plan, keys: keysOfDays(plan, ranged), where: { op: 'all', of: ranged.rest } };
  const each = plan.each ?? [];
  if (each.includes('order') || mentioned(own, scope, aggregates).some((reference) => !each.includes(reference)))
    return undefined;
  return { plan: own, ranged, source: joinedSource(scope, each, { own: rowsFrom(plan.from, 't') }) };
}

/** Path that represents the day of a part. */
const DAY = 'day of the part';

type PlanKey = GroupPlan['keys'][string];

export const isOfDays = (key: PlanKey): key is Extract<PlanKey, { interval: unknown }> =>
  'interval' in key && key.column === DAY;

/** The value of a key: a day is the start of its interval. */
const startOf = (scope: Scope, key: PlanKey): Piece =>
  isOfDays(key) && key.interval === 'day' ? columnOf(scope, key.column) : keyOf(scope, key);

/** Intervals other than hours do not divide a day, so a timestamp is replaced by its day. */
const keysOfDays = ({ keys }: GroupPlan, { path }: Ranged): GroupPlan['keys'] =>
  Object.fromEntries(
    Object.entries(keys).map(([name, key]) => {
      const isOfDays = 'interval' in key && key.column === path && key.interval !== 'hour';
      return [name, isOfDays ? { ...key, column: DAY } : key];
    }),
  );
