import { type RawBuilder, sql } from 'kysely';
import { LAST_ID } from '../facts/rebuild.ts';
import { areAllPlaced, categoryRollUp, countedByLinks } from './category-sums.ts';
import { rollUps } from './level-families.ts';
import { keptRows, levelRows, type RollUp } from './roll-up.ts';

/** Comparison of stored and computed rows by keys, restricted by a predicate. */
export interface Comparison {
  readonly table: string;
  /** What is stored, if it is not the table alone. */
  readonly stored?: RawBuilder<unknown>;
  readonly keys: readonly string[];
  readonly sums: readonly string[];
  readonly computed: RawBuilder<unknown>;
  /** Predicate on the joined row. */
  readonly where: RawBuilder<unknown>;
}

export const everything = sql.raw('true');
/** Progress of a running rebuild: customers from this id on still have chains by the previous rules. */
export const rebuiltTo = sql.raw(`(select coalesce(rebuild_from, ${LAST_ID}) from fact_rules)`);
const isRebuilt = sql.raw('(select rebuild_from is null from fact_rules)');

/**
 * Sums are right at each moment; during a rebuild those of other customers' orders may be wrong with their chains, and those of
 * categories are not counted by the present links while products have to move.
 */
const compared = (rollUp: RollUp): readonly Comparison[] => {
  const isOfCategories = rollUp.pending === categoryRollUp.pending;
  return rollUp.levels.map((level) => ({
    table: level.table,
    stored: sql`(${keptRows(rollUp, level)})`,
    keys: [...level.at, ...level.keys],
    sums: Object.keys(level.sums),
    computed: levelRows(level, sql`(${isOfCategories ? countedByLinks : rollUp.counted})`),
    where: isOfCategories ? sql`${isRebuilt} and ${areAllPlaced}` : isRebuilt,
  }));
};

/** Comparisons of all roll-ups. */
export const comparedSums: readonly Comparison[] = rollUps.flatMap(compared);
