import {
  checkReportPlan,
  type GroupPlan,
  mayReportColumnBeMissing,
  type Question,
  type ReportColumnKind,
  type ReportCondition,
  type ReportGroupKey,
  type ReportMeasure,
  type ReportPlan,
  type ReportSorting,
  type RowPlan,
  reportColumnKind,
  reportTableReference,
} from '@backroom/core';
import { type RawBuilder, sql } from 'kysely';
import { stockedProducts } from '../stores/linked-stock.ts';
import { columnOf, conditionOf, givenName, inOrder, joining, type Piece, type Scope } from './report-conditions.ts';
import { storedTables } from './report-tables.ts';

/** One statement for a whole question, so that all of it is told of the same moment: the rows of each plan as JSON; `stocked` gives the products. */
export function statementOf<Answer>(question: Question, stocked: Piece = stockedProducts(true)): RawBuilder<Answer> {
  const plans = Object.entries(question);
  const parts = plans.map(([name, plan]) => sql`${sql.id(givenName(name))} as materialized (${selectOf(plan)})`);
  const given = plans.map(
    ([name]) => sql`(select coalesce(json_agg(g), '[]') from ${sql.id(givenName(name))} g) as ${sql.id(name)}`,
  );
  return sql<Answer>`with product_stock as not materialized (${stocked}), ${sql.join(parts)} select ${sql.join(given)}`;
}

/**
 * Chooses what answers a plan. The facts can answer every one, and do; a plan that sums kept by day or month answer sooner
 * is turned over to them here, and nowhere else.
 */
function selectOf(plan: ReportPlan): Piece {
  checkReportPlan(plan);
  return plan.kind === 'rows' ? rowsOf(plan) : groupsOf(plan);
}

/** The page is cut before its columns are told, so that what is not on it costs nothing. */
function rowsOf(plan: RowPlan): Piece {
  const { scope, from } = sourceOf(plan);
  const names = [...new Set(plan.columns)];
  const raw = names.map((name) => sql`${columnOf(scope, name)} as ${sql.id(name)}`);
  const order = plan.orderBy.map((each) => {
    const mayBeNull = mayReportColumnBeMissing(plan.from, each.by) && !isDemanded(plan.where, each.by);
    return orderOf(each, { kind: reportColumnKind(plan.from, each.by), column: columnOf(scope, each.by), mayBeNull });
  });
  const shown = names.map((name) => toldAs(reportColumnKind(plan.from, name), 'cut', name));
  return sql`select ${sql.join(shown)} from (select ${sql.join(raw)} from ${from}
    where ${conditionOf(scope, plan.where)} ${endOf(plan, order)}) cut`;
}

function groupsOf(plan: GroupPlan): Piece {
  const { scope, from } = sourceOf(plan);
  const kinds = Object.entries(plan.keys).map(
    ([name, { column }]) => [name, reportColumnKind(plan.from, column)] as const,
  );
  const keys = Object.entries(plan.keys).map(([name, key]) => sql`${keyOf(scope, key)} as ${sql.id(name)}`);
  const measures = Object.entries(plan.measures).map(
    ([name, measure]) => sql`${measureOf(scope, measure)} as ${sql.id(name)}`,
  );
  const grouping = keys.length === 0 ? sql`` : sql`group by ${sql.join(keys.map((_, index) => sql.lit(index + 1)))}`;
  const inner = sql`select ${sql.join([...keys, ...measures])} from ${from}
    where ${conditionOf(scope, plan.where)} ${grouping}`;
  const kindOf = new Map<string, ReportColumnKind>(kinds);
  const order = plan.orderBy.map((each) =>
    orderOf(each, { kind: kindOf.get(each.by) ?? 'whole', column: sql.id('groups', each.by), mayBeNull: true }),
  );
  const shown = [
    ...kinds.map(([name, kind]) => toldAs(kind, 'groups', name)),
    ...Object.keys(plan.measures).map((name) => sql.id('groups', name)),
  ];
  return sql`select ${sql.join(shown)} from (${inner}) groups ${endOf(plan, order)}`;
}

/** Whether a condition holds only where the column has a value. */
function isDemanded(condition: ReportCondition, column: string): boolean {
  if (condition.op === 'all') return condition.of.some((each) => isDemanded(each, column));
  return 'column' in condition && condition.column === column;
}

/** What stands behind `from`, with the single rows joined that the plan speaks of. */
function sourceOf(plan: ReportPlan): { readonly scope: Scope; readonly from: Piece } {
  const own: Scope = { table: plan.from, alias: 't', joined: new Map() };
  const references = [...new Set(mentioned(plan))];
  const joined = new Map(references.map((reference) => [reference, `t_${reference}`] as const));
  const joins = references.map((reference) => {
    const alias = `t_${reference}`;
    const { to } = reportTableReference(plan.from, reference);
    return sql` left join ${storedTables[to].from(alias)} on ${joining(own, reference, alias)}`;
  });
  return { scope: { ...own, joined }, from: sql`${storedTables[plan.from].from('t')}${sql.join(joins, sql``)}` };
}

/** The references to single rows that a plan uses. */
function mentioned(plan: ReportPlan): readonly string[] {
  const paths = plan.orderBy.map(({ by }) => by);
  if (plan.kind === 'rows') paths.push(...plan.columns);
  else {
    paths.push(...Object.values(plan.keys).map(({ column }) => column));
    for (const measure of Object.values(plan.measures)) if (measure.op !== 'count') paths.push(measure.of);
  }
  const inConditions = [
    plan.where,
    ...(plan.kind === 'groups' ? Object.values(plan.measures).flatMap(({ where }) => where ?? []) : []),
  ].flatMap((condition) => mentionedIn(plan, condition));
  return [...paths.flatMap(referenceIn), ...inConditions];
}

const referenceIn = (path: string): readonly string[] => (path.includes('.') ? [path.split('.')[0] ?? ''] : []);

function mentionedIn(plan: ReportPlan, condition: ReportCondition): readonly string[] {
  switch (condition.op) {
    case 'all':
    case 'any':
      return condition.of.flatMap((each) => mentionedIn(plan, each));
    case 'not':
      return mentionedIn(plan, condition.of);
    case 'has':
      return reportTableReference(plan.from, condition.reference).isOne ? [condition.reference] : [];
    default:
      return referenceIn(condition.column);
  }
}

function keyOf(scope: Scope, key: ReportGroupKey): Piece {
  const column = columnOf(scope, key.column);
  if (!('interval' in key)) return column;
  if (key.interval !== 'week') return sql`date_trunc(${sql.lit(key.interval)}, ${column})`;
  // Weeks of the database begin on Mondays: what is moved before is moved back after.
  const days = sql.raw(`interval '${Math.trunc((key.weekStartsOn + 6) % 7)} days'`);
  return sql`date_trunc('week', ${column} - ${days}) + ${days}`;
}

function measureOf(scope: Scope, measure: ReportMeasure): Piece {
  const filter = measure.where ? sql` filter (where ${conditionOf(scope, measure.where)})` : sql``;
  if (measure.op === 'count') return sql`count(*)${filter}`;
  const column = columnOf(scope, measure.of);
  return measure.op === 'distinct'
    ? sql`count(distinct ${column})${filter}`
    : sql`coalesce(sum(${column})${filter}, 0)`;
}

/** A column under its own name; moments are told as texts to the second. */
function toldAs(kind: ReportColumnKind, from: string, name: string): Piece {
  const column = sql.id(from, name);
  const format = sql.lit('YYYY-MM-DD HH24:MI:SS');
  if (kind === 'local') return sql`to_char(${column}, ${format}) as ${sql.id(name)}`;
  if (kind === 'utc') return sql`to_char(${column} at time zone 'UTC', ${format}) as ${sql.id(name)}`;
  return column;
}

interface Sorted {
  readonly kind: ReportColumnKind;
  readonly column: Piece;
  readonly mayBeNull: boolean;
}

/** Nothing is said about what has no value where everything has one, so that an index can be used either way round. */
function orderOf({ descending, places }: ReportSorting, { kind, column, mayBeNull }: Sorted): Piece {
  const value = places
    ? sql`coalesce(array_position(${places}::bigint[], (${column})::bigint), ${places.length + 1}::int)`
    : inOrder(kind, column);
  const nulls = mayBeNull ? (descending ? sql` nulls last` : sql` nulls first`) : sql``;
  return sql`${value} ${descending ? sql`desc` : sql`asc`}${nulls}`;
}

function endOf({ limit, offset = 0 }: ReportPlan, order: readonly Piece[]): Piece {
  const sorted = order.length === 0 ? sql`` : sql`order by ${sql.join(order)}`;
  return sql`${sorted}${limit === undefined ? sql`` : sql` limit ${limit}`}${offset === 0 ? sql`` : sql` offset ${offset}`}`;
}
