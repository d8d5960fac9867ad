import type { Condition, Plan, Question } from '../plan.ts';
import type { Source, TableReference } from '../tables.ts';

/** Merges several questions into one, so that all are answered from the same snapshot. Plan names are prefixed. */
export const mergeQuestions = (questions: Readonly<Record<string, Question>>): Question =>
  Object.fromEntries(
    Object.entries(questions).flatMap(([name, question]) => {
      const called = (plan: string): string => `${name} ${plan}`;
      return Object.entries(question).map(([plan, each]) => [called(plan), renamed(each, called)] as const);
    }),
  );

/** Answer to one of the merged questions, by its own plan names. */
export const answerTo = <T>(name: string, answer: Readonly<Record<string, T>>): Readonly<Record<string, T>> =>
  Object.fromEntries(
    Object.entries(answer).flatMap(([plan, rows]) =>
      plan.startsWith(`${name} `) ? [[plan.slice(name.length + 1), rows] as const] : [],
    ),
  );

type Called = (plan: string) => string;

function renamed(plan: Plan, called: Called): Plan {
  const shared = {
    from: sourceOf(plan.from, called),
    where: conditionOf(plan.where, called),
    ...(plan.references && { references: referencesOf(plan.references, called) }),
  };
  if (plan.kind === 'rows' || !plan.counts) return { ...plan, ...shared };
  const counts = Object.entries(plan.counts).map(([name, where]) => [name, conditionOf(where, called)] as const);
  return { ...plan, ...shared, counts: Object.fromEntries(counts) };
}

const sourceOf = (source: Source, called: Called): Source =>
  typeof source === 'object' && 'given' in source ? { given: called(source.given) } : source;

const referencesOf = (references: Readonly<Record<string, TableReference>>, called: Called) =>
  Object.fromEntries(
    Object.entries(references).map(([name, each]) => [name, { ...each, to: sourceOf(each.to, called) }]),
  );

function conditionOf(condition: Condition, called: Called): Condition {
  switch (condition.op) {
    case 'all':
    case 'any':
      return { ...condition, of: condition.of.map((each) => conditionOf(each, called)) };
    case 'not':
      return { ...condition, of: conditionOf(condition.of, called) };
    case 'has':
      return { ...condition, where: conditionOf(condition.where, called) };
    case 'amongGiven':
    case 'fewGiven':
      return { ...condition, plan: called(condition.plan) };
    default:
      return condition;
  }
}
