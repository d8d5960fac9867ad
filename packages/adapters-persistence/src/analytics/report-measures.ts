import type { ReportAggregate, ReportColumnKind, ReportGroupKey, ReportRelation } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { conditionOf } from './report-conditions.ts';
import { columnOf, inOrder, type Piece, type Scope } from './report-scope.ts';
import { totalOf } from './roll-ups/total.ts';

export function keyOf(scope: Scope, key: ReportGroupKey): Piece {
  const column = columnOf(scope, key.column);
  return 'interval' in key ? truncated(key, column) : column;
}

/** The start of the interval that contains a timestamp. */
export function truncated(key: Extract<ReportGroupKey, { interval: unknown }>, column: Piece): Piece {
  if (key.interval !== 'week') return sql`date_trunc(${sql.lit(key.interval)}, ${column})`;
  // `date_trunc` weeks start on Mondays: the timestamp is shifted before and back after.
  const moved = Math.trunc((key.weekStartsOn + 6) % 7);
  if (moved === 0) return sql`date_trunc('week', ${column})`;
  const days = sql.raw(`interval '${moved} days'`);
  return sql`date_trunc('week', ${column} - ${days}) + ${days}`;
}

/** Greater than any sum of one order, so that combined values stay distinct. */
const APART = sql.raw('1e19');

/** The aggregate of a measure over rows. */
export function measureOf(scope: Scope, measure: Exclude<ReportAggregate, { op: 'quotient' }>): Piece {
  const filter = measure.where ? sql` filter (where ${conditionOf(scope, measure.where)})` : sql``;
  if (measure.op === 'count') return sql`count(*)${filter}`;
  if (measure.op === 'combinations') {
    const columns = sql.join(measure.of.map((each) => columnOf(scope, each)));
    return sql`count(distinct row(${columns}))${filter}`;
  }
  const column = columnOf(scope, measure.of);
  switch (measure.op) {
    case 'distinct':
      return sql`count(distinct ${column})${filter}`;
    case 'sum':
      return sql`${totalOf(column)}${filter}`;
    case 'greatest':
      return sql`max(${inOrder(scope.relation.kindOf(measure.of), column)})${filter}`;
    case 'sumOnce': {
      // The sum over distinct pairs, minus the contribution of their first halves.
      const per = sql`${columnOf(scope, measure.per)} * ${APART}`;
      return sql`coalesce(sum(distinct ${per} + coalesce(${column}, 0))${filter} - sum(distinct ${per})${filter}, 0)`;
    }
  }
}

/** The quotient of two measures, rounded to an integer. */
export const quotientOf = ({ of, per }: Extract<ReportAggregate, { op: 'quotient' }>): Piece =>
  sql`coalesce(round(${sql.id('counted', of)}::numeric / nullif(${sql.id('counted', per)}, 0)), 0)::bigint`;

/** The result kind of a measure. */
export const kindOfMeasure = (relation: ReportRelation, measure: ReportAggregate | undefined): ReportColumnKind =>
  measure?.op === 'greatest' ? relation.kindOf(measure.of) : 'whole';
