import { type GroupPlan, type Question, type ReportRow, reportRelation } from '@backroom/core/analytics';
import { sql } from 'kysely';
import { isSameRange, type Ranged, rangeOf } from '../plan-range.ts';
import { isRaw } from '../raw-groups.ts';
import type { Piece } from '../report-scope.ts';

/** Column of the start of an interval in the rows of two plans. */
export const AT = 'at';
/** What stands there for the whole range. */
const WHOLE = '-infinity';

/** A plan of groups by interval with the plan of the same groups of a whole range. */
export interface PlanPair {
  readonly plan: GroupPlan;
  readonly whole: GroupPlan;
}

/**
 * The plans of whole ranges, by the plan with the same measures of the same rows by interval: one select has the groups of both, so
 * that keys, measures and conditions stand in a statement once.
 */
export function pairsOf(question: Question): ReadonlyMap<string, string> {
  const wholes = new Map<string, string>();
  const pairs = new Map<string, string>();
  for (const [name, plan] of Object.entries(question)) {
    const alike = plan.kind === 'groups' && isRaw(question, name) ? likenessOf(plan, question) : undefined;
    if (alike === undefined) continue;
    const whole = wholes.get(alike.key);
    if (!alike.isByInterval) wholes.set(alike.key, name);
    else if (whole !== undefined) pairs.set(name, whole);
  }
  return pairs;
}

/** What two plans of a pair share, as text; undefined for a plan that is in no pair. */
function likenessOf(plan: GroupPlan, question: Question) {
  const { keys, measures, counts } = plan;
  const ranged = rangeOf(plan, reportRelation(plan, question));
  const intervals = Object.values(keys).filter((key) => 'interval' in key);
  const others = Object.entries(keys).filter(([, key]) => !('interval' in key));
  const isFirst = Object.values(keys).findIndex((key) => 'interval' in key) <= 0;
  const isOfRange = intervals.length === 0 || (intervals.length === 1 && intervals[0]?.column === ranged?.path);
  if (!ranged || counts || !isFirst || !isOfRange) return undefined;
  const key = JSON.stringify([rowsAsked(plan, question), others, measures.toSorted()]);
  return { key, isByInterval: intervals.length === 1 };
}

/** What a plan says of its rows, without their range. */
export function rowsAsked(plan: GroupPlan, question: Question): readonly unknown[] {
  const { from, references, each, zone } = plan;
  const ranged = rangeOf(plan, reportRelation(plan, question));
  return [from, references, each, zone, ranged ? [ranged.path, ranged.rest] : plan.where];
}

interface PairedRows {
  /** From where the rows of the intervals come. */
  readonly rows: Piece;
  /** From where those of the whole range come; undefined if they are the same, which are scanned once. */
  readonly whole: Piece | undefined;
  /** Start of the interval of a row. */
  readonly at: Piece;
}

/** The rows of a whole range and those of the intervals, with the start of the interval. */
export const pairedRows = ({ rows, whole, at }: PairedRows): Piece =>
  whole
    ? sql`select ${sql.lit(WHOLE)}::timestamp as ${sql.raw(AT)}, * ${whole} union all select ${at}, * ${rows}`
    : sql`select unnest(array[${sql.lit(WHOLE)}, ${at}]) as ${sql.raw(AT)}, * ${rows}`;

interface PairedRanges {
  readonly ranged: Ranged;
  readonly rangedWhole: Ranged;
  /** From where the rows of a range come. */
  rows(range: Ranged): Piece;
  readonly at: Piece;
}

/** The same, of the ranges of two plans. */
export const pairedRanges = ({ ranged, rangedWhole, rows, at }: PairedRanges): Piece =>
  pairedRows({ whole: isSameRange(ranged, rangedWhole) ? undefined : rows(rangedWhole), rows: rows(ranged), at });

/** The groups of a whole range, before those by interval. */
export const besideWhole = (plan: GroupPlan, whole: Piece, groups: Piece): Piece =>
  sql`select ${sql.lit(WHOLE)}::timestamp as ${sql.id(Object.keys(plan.keys)[0] ?? '')}, w.* from (${whole}) w union all (${groups})`;

/** Takes the groups of the whole range out of those by interval. */
export function splitPair({ plan, whole }: PlanPair, rows: readonly ReportRow[]) {
  const [interval = ''] = Object.keys(plan.keys);
  const wholes: ReportRow[] = [];
  const others: ReportRow[] = [];
  for (const row of rows) {
    if (row[interval] !== WHOLE) others.push(row);
    else {
      const { [interval]: _, ...own } = row;
      wholes.push(own);
    }
  }
  // Without keys there is one group, even of no rows.
  return { rows: others, wholes: wholes.length === 0 && Object.keys(whole.keys).length === 0 ? [{}] : wholes };
}
