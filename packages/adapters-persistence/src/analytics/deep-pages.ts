import type { GroupPlan, ReportRelation, RowPlan } from '@backroom/core';
import { sql } from 'kysely';
import { rangeOf } from './plan-range.ts';
import { columnOf, type Piece, type Scope } from './report-scope.ts';
import { fitsOf } from './summary-fit.ts';

/** From so many rows on it is sooner to ask how many there are on each day than to pass them one after another. */
const DEEP = 1_000;

/** Where a page that lies deep in a list begins. */
export interface DeepPage {
  /** Stands before the statement of the page. */
  readonly before: Piece;
  /** Leaves out the days before the one on which the page begins. */
  readonly where: Piece;
  /** So many rows of that day are passed over. */
  readonly offset: Piece;
}

interface Deep {
  readonly plan: RowPlan;
  readonly relation: ReportRelation;
  readonly scope: Scope;
  readonly deepest: number | undefined;
  /** The rows of a plan that counts. */
  count(plan: GroupPlan): Piece;
}

/**
 * Finds the day on which a page begins from how many rows there are on each day, where the list is in the order of a date of
 * orders and sums know the numbers; undefined elsewhere. Numbers and rows are read in one statement, so none is passed twice.
 */
export function deepPage({ plan, relation, scope, count, deepest = DEEP }: Deep): DeepPage | undefined {
  const [first] = plan.orderBy;
  const { offset = 0, limit } = plan;
  if (offset < deepest || limit === undefined || !first || first.places) return undefined;
  const groups: GroupPlan = {
    ...{ kind: 'groups', from: plan.from, where: plan.where, orderBy: [], measures: { rows: { op: 'count' } } },
    keys: { day: { column: first.by, interval: 'day', weekStartsOn: 1 } },
  };
  const ranged = rangeOf(groups, relation);
  if (ranged?.path !== first.by || fitsOf(groups, relation, ranged).length === 0) return undefined;
  const [way, back, sign, end] = first.descending
    ? [sql`desc`, sql`asc`, sql`<`, sql`interval '1 day'`]
    : [sql`asc`, sql`desc`, sql`>=`, sql`interval '0'`];
  const before = sql`
    with place as materialized (
      select day, passed from (
        select day, sum(rows) over (order by day ${way}) - rows as passed from (${count(groups)}) days
      ) places where passed <= ${offset}::bigint order by day ${back} limit 1
    )`;
  return {
    before,
    where: sql` and ${columnOf(scope, first.by)} ${sign} (select day::timestamp + ${end} from place)`,
    offset: sql`(select ${offset}::bigint - passed from place)`,
  };
}
