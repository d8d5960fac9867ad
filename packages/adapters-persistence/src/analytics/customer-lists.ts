import {
  aggregatesOf,
  type GroupPlan,
  type Question,
  type ReportAggregate,
  type ReportCondition,
  type ReportPlan,
  type ReportRelation,
  ROWS,
} from '@backroom/core/analytics';
import { sql } from 'kysely';
import { leavesOf } from './condition-leaves.ts';
import type { Sourced } from './counted-groups.ts';
import { type CustomerTotals, SPENT, totalsInRange, totalsOfAllTime } from './customer-totals.ts';
import { orderIn } from './limited-rows.ts';
import { conditionOf } from './report-conditions.ts';
import { endOf } from './report-order.ts';
import type { Piece, Scope } from './report-scope.ts';
import type { FollowedRules } from './roll-ups/followed-rules.ts';

/** A list of customers that is selected by their totals alone. */
export interface CustomerList {
  readonly sources: readonly CustomerTotals[];
  /** Predicate on the rows of the sources. */
  readonly where: ReportCondition;
  /** Whether there is no predicate. */
  readonly isWhole: boolean;
}

interface ListOptions {
  readonly earlier: Question;
  readonly rules: FollowedRules;
}

/**
 * Sources to read instead of customers, if conditions, orders and measures use only their totals: then only customers of the
 * page are read. Undefined otherwise.
 */
export function boughtList(
  plan: ReportPlan,
  relation: ReportRelation,
  { earlier, rules }: ListOptions,
): CustomerList | undefined {
  const { from, references = {}, each = [], where } = plan;
  if (from !== 'customer' || each.length > 0 || !Object.hasOwn(references, SPENT)) return undefined;
  const { to, by, isOne, isFilled } = relation.referenceOf(SPENT);
  if (by.join() !== 'id,customer_id' || !isOne || !isFilled) return undefined;
  const conditions = conjunctsOf(where);
  const listed = (sources: readonly CustomerTotals[], of: readonly ReportCondition[]) =>
    isAnsweredBy(sources, plan, of)
      ? { sources, where: { op: 'all', of } as const, isWhole: of.length === 0 }
      : undefined;
  if (to === 'customer_sum') return listed([totalsOfAllTime], conditions);
  if (typeof to === 'string' || !('given' in to)) return undefined;
  const given = earlier[to.given];
  if (given?.kind !== 'groups' || given.limit !== undefined || !isByCustomer(given)) return undefined;
  const rest = conditions.filter(
    (each) => !(each.op === 'amongGiven' && each.column === 'id' && each.plan === to.given),
  );
  if (rest.length === conditions.length) return undefined;
  return listed(totalsInRange({ plan: given, name: to.given, earlier, rules }), rest);
}

const isByCustomer = ({ from, keys }: GroupPlan): boolean =>
  from === 'order' && Object.entries(keys).every(([name, { column }]) => name === 'customer_id' && column === name);

const conjunctsOf = (condition: ReportCondition): readonly ReportCondition[] =>
  condition.op === 'all' ? condition.of.flatMap(conjunctsOf) : [condition];

function isAnsweredBy(
  sources: readonly CustomerTotals[],
  plan: ReportPlan,
  conditions: readonly ReportCondition[],
): boolean {
  const knows = (path: string) => sources.every(({ columns }) => columns.has(path));
  if (!conditions.every((condition) => isOf(condition, knows))) return false;
  if (plan.kind === 'rows')
    return plan.limit !== undefined && plan.orderBy.every(({ by, places }) => !places && knows(by));
  const isTold = (measure: ReportAggregate) =>
    (measure.op === 'count' || (measure.op === 'sum' && knows(measure.of))) &&
    (!measure.where || isOf(measure.where, knows));
  return Object.keys(plan.keys).length === 0 && Object.values(aggregatesOf(plan)).every(isTold);
}

/** Whether a condition uses only these columns. */
const isOf = (condition: ReportCondition, knows: (path: string) => boolean): boolean =>
  leavesOf(condition).every((leaf) => {
    switch (leaf.op) {
      case 'among':
      case 'known':
        return knows(leaf.column);
      case 'atLeast':
      case 'atMost':
      case 'above':
      case 'below':
        return knows(leaf.column) && typeof leaf.value !== 'object';
      default:
        return false;
    }
  });

/** A `from` item, and the scope of expressions over it. */
const scopeOf = ({ columns }: CustomerTotals, relation: ReportRelation, zone: string): Scope => ({
  relation,
  alias: 't',
  joined: new Map(),
  zone,
  columns,
});

/** The customers of a page with their totals; the page is limited before customers are joined. */
export function customersOfPage(plan: ReportPlan, relation: ReportRelation, { sources, where }: CustomerList): Sourced {
  const zone = plan.zone ?? 'UTC';
  const paths = [...(sources[0]?.columns.keys() ?? [])];
  const rows = sources.map(
    (source) => sql`(${pageOf(source, { plan, where, paths, scope: scopeOf(source, relation, zone) })})`,
  );
  return {
    scope: {
      relation,
      alias: 't',
      joined: new Map(),
      zone,
      columns: new Map(paths.map((path) => [path, sql.id('bought', path)])),
    },
    from: sql`(${sql.join(rows, sql` union all `)}) bought join customer t on t.id = bought.id`,
  };
}

interface CustomerPage {
  readonly plan: ReportPlan;
  readonly where: ReportCondition;
  readonly paths: readonly string[];
  readonly scope: Scope;
}

/** Customers that are tested one by one in the order of a page before all that meet its conditions are sorted. */
const TESTED = 2_000;

function pageOf({ rows, columns, when = sql.lit(true), indexed }: CustomerTotals, page: CustomerPage): Piece {
  const { plan, where, paths, scope } = page;
  const order = orderIn(scope, { orderBy: plan.orderBy, where });
  const cut = sql`where ${when} and ${conditionOf(scope, where)} ${endOf(plan, order)}`;
  const selected = sql.join(paths.map((path) => sql`${columns.get(path) ?? sql.lit(null)} as ${sql.id(path)}`));
  const [sorting] = plan.orderBy;
  if (!sorting || !indexed.has(sorting.by)) return sql`select ${selected} from ${rows} ${cut}`;
  const first = sql`(select * from ${rows} order by ${sql.join(order)} limit ${sql.lit(TESTED)}) t`;
  const ids = isTested(page)
    ? sql`with found as materialized (select t.customer_id from ${first} ${cut})
      select * from found union all (select t.customer_id from (
        select * from ${rows} where (select count(*) from found) < ${plan.limit}) t ${cut})`
    : sql`select t.customer_id from ${rows} ${cut}`;
  return sql`select ${selected} from ${rows} where ${when} and t.customer_id = any(array(${ids}))`;
}

/**
 * Whether the first customers in the indexed order of a page are tested before all others are sorted. A kept plan is made without the
 * number of matches: with many, sorting takes a hundred times as long. Ids are few matches. The index has equal values by ascending
 * id only if the values descend, and nulls elsewhere than the page.
 */
function isTested({ plan, where, scope }: CustomerPage): boolean {
  const [first] = plan.orderBy;
  if (plan.limit === undefined || !first?.descending || scope.relation.mayBeMissing(first.by)) return false;
  const leaves = leavesOf(where);
  const isOfIds = leaves.some(({ op }) => op === 'among');
  return !isOfIds && leaves.some((leaf) => !('column' in leaf && leaf.column === first.by));
}

/** Aggregates over all listed customers; `count` aggregates the rows of a source. */
export function customersCounted(
  plan: GroupPlan,
  relation: ReportRelation,
  { list: { sources, where, isWhole }, count }: { list: CustomerList; count(plan: GroupPlan, sourced: Sourced): Piece },
): Piece {
  const isLength = plan.measures.join() === ROWS && !plan.counts;
  if (isWhole && isLength && sources[0] === totalsOfAllTime)
    return sql`select coalesce(sum(customers), 0) as ${sql.id(ROWS)} from customer_tally`;
  const parts = sources.map((source) => {
    const scope = scopeOf(source, relation, plan.zone ?? 'UTC');
    const rows = count({ ...plan, where }, { scope, from: source.rows });
    return source.when ? sql`select part.* from (${rows}) part where ${source.when}` : rows;
  });
  return sql.join(parts, sql` union all `);
}
