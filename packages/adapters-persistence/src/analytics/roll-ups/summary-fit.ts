import type { GroupPlan, ReportCondition, ReportRelation } from '@backroom/core/analytics';
import { isOfOneColumn, type Leaf, leavesOf } from '../condition-leaves.ts';
import { factAggregates } from '../facts/first-lines.ts';
import { divide, monthsAround, type Ranged } from '../plan-range.ts';
import type { FollowedRules } from './followed-rules.ts';
import { type Summary, type SummedMeasure, summaries } from './summaries.ts';

/** The part of a plan that a roll-up answers. */
export interface SummaryFit {
  readonly summary: Summary;
  /** Remaining conditions besides range and counted statuses. */
  readonly where: readonly ReportCondition[];
  /** The excluded statuses, for roll-ups of counted statuses only. */
  readonly excluded: readonly string[] | undefined;
  /** The part that the orders carry. */
  readonly part: { readonly key: string; readonly id: number } | undefined;
  readonly measures: Readonly<Record<string, SummedMeasure>>;
}

/**
 * Assigns measures of a plan to roll-ups, to as few as possible: each reads the facts at the edges of a range again. Measures without
 * a roll-up are omitted.
 */
export function fitsOf(plan: GroupPlan, relation: ReportRelation, reading: RangedReading): readonly SummaryFit[] {
  const fits: SummaryFit[] = [];
  const left = new Set(plan.measures);
  const grounds = summaries.flatMap((summary) => {
    const measures = measuresIn(summary, plan);
    const ground = measures.length === 0 ? undefined : groundOf(summary, plan, { relation, ...reading });
    return ground ? [{ ...ground, measures }] : [];
  });
  while (left.size > 0) {
    const [most] = grounds
      .map((ground) => ({ ...ground, measures: ground.measures.filter(([name]) => left.has(name)) }))
      .toSorted((one, other) => other.measures.length - one.measures.length);
    if (!most || most.measures.length === 0) break;
    for (const [name] of most.measures) left.delete(name);
    fits.push({ ...most, measures: Object.fromEntries(most.measures) });
  }
  return fits;
}

/** The measures of a plan that a roll-up has for its keys. */
function measuresIn(summary: Summary, plan: GroupPlan): readonly (readonly [name: string, measure: SummedMeasure])[] {
  const keys = Object.values(plan.keys).flatMap((key) => ('interval' in key ? [] : [key.column]));
  return plan.measures.flatMap((name) => {
    const summed = Object.hasOwn(summary.measures, name) ? summary.measures[name] : undefined;
    return summed && summed.per?.every((column) => keys.includes(column)) !== false ? [[name, summed] as const] : [];
  });
}

/** The range of a plan, and the rules that roll-ups follow. */
export interface RangedReading {
  readonly ranged: Ranged;
  readonly rules: FollowedRules;
}

interface RangedRelation extends RangedReading {
  readonly relation: ReportRelation;
}

/** Matches rows, keys and conditions of a plan with a roll-up; undefined if they do not fit. */
function groundOf(summary: Summary, plan: GroupPlan, { relation, ranged, rules }: RangedRelation) {
  if (summary.of !== plan.from || (summary.dates === 'creation' && ranged.date !== 'created')) return undefined;
  if (isSoonerCounted(summary, plan, { relation, ranged })) return undefined;
  if ((plan.each ?? []).join() !== (summary.isByCategory ? 'categories' : '')) return undefined;
  const conditions = ranged.rest;
  const status = plan.from === 'order' ? 'status' : 'order.status';
  const excluding = summary.isCounted && conditions.find((each) => excludedBy(each, status) !== undefined);
  if (summary.isCounted && !excluding) return undefined;
  const { demands, counted } = summary;
  const met = demands && conditions.find((each) => isOnly(each, demands));
  if (demands && !met) return undefined;
  const carried = conditions.find((each) => carriedOf(summary, each) !== undefined);
  if (summary.part && !carried) return undefined;
  const where = conditions.filter((each) => each !== excluding && each !== met && each !== carried);
  const isFitting = Object.values(plan.keys).every((key) =>
    'interval' in key ? key.column === ranged.path && isAsFine(summary, key.interval) : hasColumn(summary, key.column),
  );
  if (!isFitting || !where.every((each) => speaksOf({ summary, relation }, each))) return undefined;
  const part = carried && carriedOf(summary, carried);
  const excluded = excluding ? excludedBy(excluding, status) : undefined;
  if (excluded && !rules.meet({ excluded, placed: summary.isPlaced })) return undefined;
  if (counted !== undefined && !rules.meet({ counted })) return undefined;
  return { summary, where, part, excluded };
}

/**
 * Without a whole month in the range, roll-ups by month would be computed from facts, which answer plain measures faster
 * directly.
 */
function isSoonerCounted(
  { unit, isByCategory }: Summary,
  plan: GroupPlan,
  { relation, ranged }: Pick<RangedRelation, 'relation' | 'ranged'>,
): boolean {
  const { days, cuts } = divide(ranged);
  if (unit === 'day' || isByCategory || (days && monthsAround({ days, cuts }).whole)) return false;
  const aggregates = factAggregates(plan, relation);
  return Object.values(aggregates).every(({ op }) => op === 'sum' || op === 'count' || op === 'quotient');
}

/** Whether a condition is that a column has one value. */
const isOnly = (condition: ReportCondition, { column, value }: NonNullable<Summary['demands']>): boolean =>
  condition.op === 'among' && condition.column === column && condition.values.every((each) => each === value);

const isAsFine = ({ unit, isByHour }: Summary, interval: string): boolean =>
  interval === 'hour'
    ? isByHour === true
    : (unit === 'day' ? ['day', 'week', 'month', 'quarter', 'year'] : ['month', 'quarter', 'year']).includes(interval);

const hasColumn = ({ columns }: Summary, column: string): boolean => Object.hasOwn(columns, column);

/** The statuses that a condition excludes; undefined for other conditions. */
export function excludedBy(condition: ReportCondition, status: string): readonly string[] | undefined {
  if (condition.op !== 'not' || condition.of.op !== 'among' || condition.of.column !== status) return undefined;
  return condition.of.values.map(String).toSorted();
}

/** The only part that a condition asks for; undefined for other conditions. */
function carriedOf({ part }: Summary, condition: ReportCondition): SummaryFit['part'] {
  if (!part || condition.op !== 'has' || condition.where.op !== 'among') return undefined;
  const { column, values } = condition.where;
  const [id, ...others] = values;
  const isOne = `${condition.reference}.${column}` === part.path && others.length === 0 && id !== undefined;
  return isOne ? { key: part.key, id: Number(id) } : undefined;
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
      return !summary.isByCategory && typeof to === 'string' && hasColumn(summary, by[0]);
    }
    case 'fewGiven':
      return true;
    case 'carries':
    case 'carriesOther':
      return false;
    case 'among':
      if (Object.hasOwn(summary.zeros ?? {}, condition.column)) return condition.values.join() === '0';
      return hasColumn(summary, condition.column);
    default:
      return hasColumn(summary, condition.column) && isOfOneColumn(condition);
  }
}
