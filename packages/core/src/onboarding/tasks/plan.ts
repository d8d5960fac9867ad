import { optionNames } from '../../back-office/index.ts';
import type { OnboardingPorts } from '../ports.ts';
import { builtInTasks, type TaskList, taskLists } from './built-in-tasks.ts';
import { freshList, freshTask, type OnboardingState } from './state.ts';
import { type OnboardingTask, type TaskCompletion, usualCompletions } from './task.ts';

/** Tasks of all lists with the facts that complete them, at one moment. */
export interface TaskPlan {
  readonly tasks: readonly OnboardingTask[];
  readonly facts: ReadonlySet<TaskCompletion>;
  /** Ids of the tasks that contributions report as complete. */
  readonly reported: ReadonlySet<string>;
  readonly keepsCompleted: boolean;
}

const { customizeStoreCompleted, noSalesTax, phoneSignedIn, keepCompletedTasks } = optionNames;

/** Reads contributions and facts: three statements, whatever the number of tasks. */
export async function readPlan({ taskRegistry, options, products, taxRates }: OnboardingPorts): Promise<TaskPlan> {
  const contributions = await taskRegistry.contributions();
  const tasks = new Map<string, OnboardingTask>();
  for (const task of [...builtInTasks, ...contributions.flatMap((each) => each.tasks ?? [])])
    if (!tasks.has(task.id)) tasks.set(task.id, task);
  const stored = await options.read([customizeStoreCompleted, noSalesTax, phoneSignedIn, keepCompletedTasks]);
  const isSet = (name: string) => isYes(stored.get(name));
  const facts: readonly (readonly [TaskCompletion, boolean])[] = [
    ['product', (await products.countPublishedUpTo(1)) > 0],
    ['tax', isSet(noSalesTax) || (await taxRates.walk(0, 1)).length > 0],
    ['customized', isSet(customizeStoreCompleted)],
    ['phone', isSet(phoneSignedIn)],
  ];
  return {
    tasks: [...tasks.values()],
    facts: new Set(facts.flatMap(([fact, holds]) => (holds ? [fact] : []))),
    reported: new Set(contributions.flatMap(({ completed = [] }) => completed)),
    keepsCompleted: isSet(keepCompletedTasks),
  };
}

/** Some clients write yes and no, others true and false. */
const isYes = (value: unknown): boolean => value === 'yes' || value === true;

/** Whether the facts of now complete a task. */
export function isCompleteBy(plan: TaskPlan, state: OnboardingState, task: OnboardingTask): boolean {
  const ways = task.completesBy ?? usualCompletions;
  return ways.some((way) => {
    if (way === 'action') return (state.tasks.get(task.id)?.actionedAt ?? null) !== null;
    return way === 'report' ? plan.reported.has(task.id) : plan.facts.has(way);
  });
}

/** What is complete by now and not recorded yet. */
export interface NewlyComplete {
  readonly tasks: readonly OnboardingTask[];
  readonly lists: readonly TaskList[];
}

/** Lists count as complete when all of their tasks are, also those that the caller may not see. */
export function newlyComplete(plan: TaskPlan, state: OnboardingState): NewlyComplete {
  const isDone = (task: OnboardingTask) => isCompleteBy(plan, state, task);
  const isRecorded = (task: OnboardingTask) => (state.tasks.get(task.id) ?? freshTask(task.id)).completedAt !== null;
  return {
    tasks: plan.tasks.filter((task) => !isRecorded(task) && isDone(task)),
    lists: taskLists.filter(
      ({ id }) =>
        (state.lists.get(id) ?? freshList(id)).completedAt === null &&
        plan.tasks.every((task) => task.listId !== id || isDone(task)),
    ),
  };
}
