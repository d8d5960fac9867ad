import {
  aggregatesOf,
  type GroupPlan,
  type Question,
  type ReportPlan,
  type ReportRow,
  reportRelation,
} from '@backroom/core/analytics';

/** Whether a plan may read the rows of another. */
const mentions = (plan: ReportPlan, name: string): boolean => JSON.stringify(plan).includes(JSON.stringify(name));

/** Whether another plan of a question may read the rows of this one. */
export const isGiven = (question: Question, name: string): boolean =>
  Object.entries(question).some(([other, plan]) => other !== name && mentions(plan, name));

/**
 * Whether the groups of a plan are returned as they are counted: without an order, starts of intervals as timestamps, null for a
 * number that one of several sources does not have.
 */
export function isRaw(question: Question, name: string): boolean {
  const plan = question[name];
  if (plan?.kind !== 'groups' || plan.limit !== undefined || plan.orderBy.length > 0) return false;
  if (Object.values(aggregatesOf(plan)).some(({ op }) => op === 'greatest' || op === 'quotient')) return false;
  const relation = reportRelation(plan, question);
  const isPlain = (column: string): boolean => !['local', 'utc'].includes(relation.kindOf(column));
  return Object.values(plan.keys).every((key) => 'interval' in key || isPlain(key.column)) && !isGiven(question, name);
}

/** The rows of such a plan as an answer has them; they are changed in place, because there may be very many. */
export function readRaw(plan: GroupPlan, rows: readonly ReportRow[]): void {
  const times = Object.entries(plan.keys).flatMap(([name, key]) => ('interval' in key ? [name] : []));
  const numbers = [...plan.measures, ...Object.keys(plan.counts ?? {})];
  for (const row of rows as readonly Record<string, ReportRow[string]>[]) {
    for (const name of times) row[name] = String(row[name]).replace('T', ' ');
    for (const name of numbers) row[name] ??= 0;
  }
}
