import type { Condition, Measure, Plan, Question } from './plan.ts';
import { type Relation, relationOf } from './relations.ts';

/**
 * Rejects a plan with unknown columns or references, or one that depends on a plan not preceding it.
 * @throws TypeError
 */
export function checkPlan(plan: Plan, earlier: Question): void {
  const relation = relationOf(plan, earlier);
  for (const reference of plan.each ?? []) relation.referenceOf(reference);
  checkCondition(relation, plan.where);
  if (plan.kind === 'rows') {
    for (const column of [...plan.columns, ...plan.orderBy.map(({ by }) => by)]) relation.kindOf(column);
    return;
  }
  for (const { column } of Object.values(plan.keys)) relation.kindOf(column);
  for (const measure of Object.values(plan.measures)) checkMeasure(relation, measure, plan.measures);
  for (const { by } of plan.orderBy)
    if (!Object.hasOwn(plan.keys, by) && !Object.hasOwn(plan.measures, by))
      throw new TypeError(`The groups have nothing called ${by}.`);
}

/**
 * Rejects a measure over unknown columns or measures.
 * @throws TypeError
 */
export function checkMeasure(
  relation: Relation,
  measure: Measure,
  others: Readonly<Record<string, Measure>> = {},
): void {
  if (measure.op === 'quotient') {
    for (const name of [measure.of, measure.per])
      if (!Object.hasOwn(others, name)) throw new TypeError(`There is no measure ${name}.`);
    return;
  }
  if (measure.op === 'combinations') for (const column of measure.of) relation.kindOf(column);
  else if (measure.op !== 'count') relation.kindOf(measure.of);
  if (measure.op === 'sumOnce') relation.kindOf(measure.per);
  if (measure.where) checkCondition(relation, measure.where);
}

/**
 * Rejects a condition with unknown columns, references or plans.
 * @throws TypeError
 */
export function checkCondition(relation: Relation, condition: Condition): void {
  switch (condition.op) {
    case 'all':
    case 'any':
      for (const each of condition.of) checkCondition(relation, each);
      return;
    case 'not':
      checkCondition(relation, condition.of);
      return;
    case 'has':
      checkCondition(relation.behind(condition.reference), condition.where);
      return;
    case 'fewGiven':
      return;
    case 'atLeast':
    case 'atMost':
    case 'above':
    case 'below':
      if (typeof condition.value === 'object') relation.kindOf(condition.value.column);
      relation.kindOf(condition.column);
      return;
    default:
      relation.kindOf(condition.column);
  }
}
