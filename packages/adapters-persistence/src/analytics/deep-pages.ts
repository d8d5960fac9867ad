import { type GroupPlan, type ReportRelation, ROWS, type RowPlan } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { rangeOf } from './plan-range.ts';
import { columnOf, type Piece, type Scope } from './report-scope.ts';
import type { FollowedRules } from './roll-ups/followed-rules.ts';
import { fitsOf } from './roll-ups/summary-fit.ts';

/** From this offset on, counting rows by day is faster than skipping them one by one. */
const DEEP = 1_000;

/** The start of a page with a large offset. */
export interface DeepPage {
  /** CTE before the statement of the page. */
  readonly before: Piece;
  /** Predicate that skips the days before the page. */
  readonly where: Piece;
  /** Rows of the first day to skip. */
  readonly offset: Piece;
}

interface DeepPageContext {
  readonly plan: RowPlan;
  readonly relation: ReportRelation;
  readonly scope: Scope;
  readonly rules: FollowedRules;
  readonly deepest: number | undefined;
  /** The rows of a counting plan. */
  count(plan: GroupPlan): Piece;
}

/**
 * Finds the first day of a page from row counts by day, if the list is ordered by a date of orders and roll-ups have the
 * counts; undefined otherwise. Counts and rows are read in one snapshot, so no row is skipped or repeated.
 */
export function deepPage({
  plan,
  relation,
  scope,
  count,
  rules,
  deepest = DEEP,
}: DeepPageContext): DeepPage | undefined {
  const [first] = plan.orderBy;
  const { offset = 0, limit } = plan;
  if (offset < deepest || limit === undefined || !first || first.places) return undefined;
  const groups: GroupPlan = {
    kind: 'groups',
    from: plan.from,
    where: plan.where,
    orderBy: [],
    measures: [ROWS],
    keys: { day: { column: first.by, interval: 'day', weekStartsOn: 1 } },
  };
  const ranged = rangeOf(groups, relation);
  if (ranged?.path !== first.by || fitsOf(groups, relation, { ranged, rules }).length === 0) return undefined;
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
