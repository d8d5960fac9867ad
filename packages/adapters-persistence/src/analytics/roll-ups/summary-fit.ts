import { isDeepStrictEqual } from 'node:util';
import type { GroupPlan, ReportCondition, ReportMeasure, ReportRelation } from '@backroom/core/analytics';
import { isOfOneColumn, type Leaf, leavesOf } from '../condition-leaves.ts';
import { byFirstLines } from '../facts/first-lines.ts';
import { divide, monthsIn, type Ranged } from '../plan-range.ts';
import { type Summary, summaries } from './summaries.ts';

/** A measure in terms of a roll-up. */
export interface SummedMeasure {
  readonly op: 'sum' | 'distinct' | 'greatest';
  /** SQL over a row of the roll-up. */
  readonly of: string;
  readonly where?: ReportCondition;
}

/** The part of a plan that a roll-up answers. */
export interface SummaryFit {
  readonly summary: Summary;
  /** Remaining conditions besides range and counted statuses. */
  readonly where: readonly ReportCondition[];
  /** The excluded statuses, for roll-ups of counted statuses only. */
  readonly excluded: readonly string[] | undefined;
  readonly measures: Readonly<Record<string, SummedMeasure>>;
}

type CountedMeasure = Exclude<ReportMeasure, { op: 'quotient' }>;

/** Assigns measures of a plan to roll-ups; measures without a roll-up are omitted. */
export function fitsOf(plan: GroupPlan, relation: ReportRelation, ranged: Ranged): readonly SummaryFit[] {
  const fits: SummaryFit[] = [];
  const left = new Map(
    Object.entries(plan.measures).flatMap(([name, measure]) =>
      measure.op === 'quotient' ? [] : [[name, measure] as const],
    ),
  );
  for (const summary of summaries) {
    const ground = left.size === 0 ? undefined : groundOf(summary, plan, { relation, ranged });
    if (!ground) continue;
    const measures: Record<string, SummedMeasure> = {};
    for (const [name, measure] of left) {
      const summed = summedMeasure({ ...ground, relation }, measure, plan);
      if (!summed) continue;
      measures[name] = summed;
      left.delete(name);
    }
    if (Object.keys(measures).length > 0) fits.push({ ...ground, measures });
  }
  return fits;
}

interface RangedRelation {
  readonly relation: ReportRelation;
  readonly ranged: Ranged;
}

/** Matches rows, keys and conditions of a plan with a roll-up; undefined if they do not fit. */
function groundOf(summary: Summary, plan: GroupPlan, { relation, ranged }: RangedRelation) {
  if (summary.of !== plan.from || (summary.dates === 'creation' && ranged.date !== 'created')) return undefined;
  if (isSoonerCounted(summary, plan, { relation, ranged })) return undefined;
  const each = plan.each ?? [];
  if (summary.isUnderHeadings ? !isDeepStrictEqual(each, ['headings']) : each.length > 0) return undefined;
  const demanded: ReportCondition = { op: 'among', column: 'headings.is_direct', values: [true] };
  const conditions = ranged.rest.filter((each) => !(summary.isUnderHeadings && isDeepStrictEqual(each, demanded)));
  if (summary.isUnderHeadings && conditions.length === ranged.rest.length) return undefined;
  const status = plan.from === 'order' ? 'status' : 'order.status';
  const excluding = summary.isCounted && conditions.find((each) => excludedBy(each, status) !== undefined);
  if (summary.isCounted && !excluding) return undefined;
  const met = summary.demands && conditions.find((each) => isDeepStrictEqual(each, summary.demands));
  if (summary.demands && !met) return undefined;
  const where = conditions.filter((each) => each !== excluding && each !== met);
  const isFitting = Object.values(plan.keys).every((key) =>
    'interval' in key ? key.column === ranged.path && isAsFine(summary, key.interval) : hasColumn(summary, key.column),
  );
  if (!isFitting || !where.every((each) => speaksOf({ summary, relation }, each))) return undefined;
  return { summary, where, excluded: excluding ? excludedBy(excluding, status) : undefined };
}

/**
 * Without a whole month in the range, roll-ups by month would be computed from facts, which answer plain measures faster
 * directly.
 */
function isSoonerCounted(
  { unit, isUnderHeadings }: Summary,
  plan: GroupPlan,
  { relation, ranged }: RangedRelation,
): boolean {
  const { days } = divide(ranged);
  if (unit === 'day' || isUnderHeadings || (days && monthsIn(days).whole)) return false;
  const { measures } = byFirstLines(plan, relation);
  return Object.values(measures).every(({ op }) => op === 'sum' || op === 'count' || op === 'quotient');
}

const isAsFine = ({ unit }: Summary, interval: string): boolean =>
  (unit === 'day' ? ['day', 'week', 'month', 'quarter', 'year'] : ['month', 'quarter', 'year']).includes(interval);

const hasColumn = ({ columns }: Summary, column: string): boolean => Object.hasOwn(columns, column);

/** The statuses that a condition excludes; undefined for other conditions. */
export function excludedBy(condition: ReportCondition, status: string): readonly string[] | undefined {
  if (condition.op !== 'not' || condition.of.op !== 'among' || condition.of.column !== status) return undefined;
  return condition.of.values.map(String).toSorted();
}

interface SummaryRelation {
  readonly summary: Summary;
  readonly relation: ReportRelation;
}

/** Whether a condition can be evaluated on the rows of the roll-up. */
const speaksOf = (relation: SummaryRelation, condition: ReportCondition): boolean =>
  leavesOf(condition).every((leaf) => isSummarised(relation, leaf));

function isSummarised({ summary, relation }: SummaryRelation, condition: Leaf): boolean {
  switch (condition.op) {
    case 'has': {
      const { by, to } = relation.referenceOf(condition.reference);
      return !summary.isUnderHeadings && typeof to === 'string' && hasColumn(summary, by[0]);
    }
    case 'fewGiven':
      return true;
    case 'carries':
    case 'carriesOther':
      return false;
    case 'among':
      if (Object.hasOwn(summary.zeros ?? {}, condition.column)) return isDeepStrictEqual(condition.values, [0]);
      return hasColumn(summary, condition.column);
    default:
      return hasColumn(summary, condition.column) && isOfOneColumn(condition);
  }
}

function summedMeasure(relation: SummaryRelation, measure: CountedMeasure, plan: GroupPlan): SummedMeasure | undefined {
  const { summary } = relation;
  const keys = Object.values(plan.keys).flatMap((key) => ('interval' in key ? [] : [key.column]));
  const special = summary.special?.find(
    ({ measure: other, per }) => isDeepStrictEqual(other, measure) && per.every((column) => keys.includes(column)),
  );
  if (special) return { op: 'sum', of: special.sum };
  if (summary.weight === undefined || (measure.where && !speaksOf(relation, measure.where))) return undefined;
  const found = { where: measure.where, of: columnOfMeasure(summary, measure) };
  if (found.of === undefined) return undefined;
  const op = opOf(measure);
  return { op, of: found.of, ...(found.where && { where: found.where }) };
}

function opOf({ op }: CountedMeasure): SummedMeasure['op'] {
  if (op === 'combinations') return 'distinct';
  return op === 'distinct' || op === 'greatest' ? op : 'sum';
}

function columnOfMeasure(summary: Summary, measure: CountedMeasure): string | undefined {
  const own = (from: Readonly<Record<string, string>> | undefined, name: string) =>
    from && Object.hasOwn(from, name) ? from[name] : undefined;
  switch (measure.op) {
    case 'count':
      return summary.weight;
    case 'sum':
      return own(summary.sums, measure.of);
    case 'distinct':
      return own(summary.columns, measure.of);
    case 'combinations': {
      const columns = measure.of.flatMap((name) => own(summary.columns, name) ?? []);
      return columns.length === measure.of.length ? `row(${columns.join(', ')})` : undefined;
    }
    case 'greatest':
      return own(summary.greatest, measure.of);
    case 'sumOnce':
    case 'listed':
      return undefined;
  }
}
