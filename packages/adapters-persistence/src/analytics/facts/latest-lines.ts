import type { GroupPlan } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { divide, type Ranged } from '../plan-range.ts';
import type { Piece } from '../report-scope.ts';
import type { SummaryFit } from '../roll-ups/summary-fit.ts';

const found = ['product_level', 'variation_level'];

interface LatestQuery {
  readonly plan: GroupPlan;
  readonly ranged: Ranged;
  readonly fits: readonly SummaryFit[];
}

/**
 * Whether a measure is the time of the last order of each product or variation, and roll-ups answer the other measures for
 * the same range of whole days.
 */
export function fitsLatest(measure: string, { plan, ranged, fits }: LatestQuery): boolean {
  const keys = Object.values(plan.keys).flatMap((key) => ('interval' in key ? [] : [key.column]));
  const [fit] = fits;
  const isOfSums = fits.length === 1 && fit !== undefined && found.includes(fit.summary.name);
  const isByProduct = keys.length === Object.keys(plan.keys).length && keys.includes('product_id');
  const isOfDays = ranged.date === 'created' && divide(ranged).cuts.length === 0;
  return measure === 'latest' && isOfDays && isOfSums && isByProduct;
}

/** Groups with the time of the last order of each: one backward index look-up each, instead of reading all lines of the range. */
export function latestGroups(names: readonly string[], { plan, ranged, fits }: LatestQuery, groups: Piece): Piece {
  const same = Object.entries(plan.keys).map(([key, { column }]) => sql`l.${sql.id(column)} = sold.${sql.id(key)}`);
  const { after, before } = ranged;
  const excluded = fits[0]?.excluded ?? [];
  const counted = sql`${sql.join(same, sql` and `)} and l.status <> all (${excluded}::text[])`;
  // The day is selected separately and orders are behind an optimisation fence (`offset 0`); otherwise the planner would
  // read all lines of the range.
  return sql`select sold.*, ${sql.join(names.map((name) => sql`last.at as ${sql.id(name)}`))} from (${groups}) sold
    left join lateral (
      select l.created_day as day from line_fact l
      where ${counted} and l.created_day between ${after.slice(0, 10)}::date and ${before.slice(0, 10)}::date
      order by l.product_id desc, l.created_day desc limit 1
    ) latest on true
    cross join lateral (
      select max(o.at) as at from line_fact l
        cross join lateral (select created_at as at from order_fact where order_id = l.order_id offset 0) o
      where ${counted} and l.created_day = latest.day
    ) last`;
}
