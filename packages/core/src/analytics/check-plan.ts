import { aggregatesOf, type Measures } from './measures.ts';
import { type Aggregate, checkCondition, type Plan, type Question } from './plan.ts';
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
  const aggregates = aggregatesOf(plan);
  for (const each of Object.values(aggregates)) checkAggregate(relation, each, aggregates);
  for (const { by } of plan.orderBy)
    if (!Object.hasOwn(plan.keys, by) && !Object.hasOwn(aggregates, by))
      throw new TypeError(`The groups have nothing called ${by}.`);
}

/** Rejects an aggregate over unknown columns or measures. */
function checkAggregate(relation: Relation, aggregate: Aggregate, others: Measures): void {
  if (aggregate.op === 'quotient') {
    for (const name of [aggregate.of, aggregate.per])
      if (!Object.hasOwn(others, name)) throw new TypeError(`There is no measure ${name}.`);
    return;
  }
  if (aggregate.op === 'combinations') for (const column of aggregate.of) relation.kindOf(column);
  else if (aggregate.op !== 'count') relation.kindOf(aggregate.of);
  if (aggregate.op === 'sumOnce') relation.kindOf(aggregate.per);
  if (aggregate.where) checkCondition(relation, aggregate.where);
}
