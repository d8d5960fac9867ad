import { type RawBuilder, sql } from 'kysely';
import { categoryRollUp } from './category-sums.ts';
import { rollUpOfFamily } from './contributions.ts';
import { sumFamilies } from './families.ts';
import { lineRollUp } from './line-sums.ts';
import { rateProductRollUp } from './rate-products.ts';
import { append, type RollUp, rollUpOf } from './roll-up.ts';
import { visitRollUp } from './visit-sums.ts';

/** All roll-ups. */
export const rollUps: readonly RollUp[] = [
  ...sumFamilies.map(rollUpOfFamily),
  ...[visitRollUp, lineRollUp, categoryRollUp, rateProductRollUp].map(rollUpOf),
];

/** Changed rows of facts, each with a `sign`. */
interface ChangedRows {
  /** Rows with `counted_day` and `previous_day`. */
  readonly visits: RawBuilder<unknown>;
  /** Lines with the columns of their orders. */
  readonly lines: RawBuilder<unknown>;
  /** Lines and taxes of orders of which all facts are added or taken off. */
  readonly sold?: RawBuilder<unknown>;
}

/** CTEs that append what these rows add. */
export const appendLevels = ({ visits, lines, sold }: ChangedRows): RawBuilder<unknown> => sql`
  to_visits as (${append(visitRollUp, visits)}),
  signed_line as materialized (${lines}),
  to_lines as (${append(lineRollUp, sql`select * from signed_line`)}),
  to_categories as (${append(categoryRollUp, sql`select * from signed_line`)})
  ${sold ? sql`, to_rate_products as (${append(rateProductRollUp, sold)})` : sql``}`;
