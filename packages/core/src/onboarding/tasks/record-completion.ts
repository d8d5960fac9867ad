import { changeOptions, momentOf, optionNames } from '../../back-office/index.ts';
import type { Actor } from '../../kernel/actor.ts';
import type { OnboardingPorts } from '../ports.ts';
import { taskLists } from './built-in-tasks.ts';
import { newlyComplete, type TaskPlan } from './plan.ts';
import { freshList, freshTask, type OnboardingState, withList, withTask } from './state.ts';

/** Held state of onboarding with the facts of now. */
export interface HeldTasks {
  readonly actor: Actor;
  readonly plan: TaskPlan;
  /** The state as it was held. */
  readonly before: OnboardingState;
  /** The state after the change of this unit. */
  readonly state: OnboardingState;
}

/**
 * Records what became complete, with an event each, and writes the options that show the state to clients. Inside the unit of
 * work that holds the state; returns the state after it.
 */
export async function recordCompletion(ports: OnboardingPorts, held: HeldTasks): Promise<OnboardingState> {
  const { onboardingState, clock, events } = ports;
  const at = clock.now();
  const moment = momentOf(held.actor, at);
  const { tasks, lists } = newlyComplete(held.plan, held.state);
  let state = held.state;
  for (const { id, listId } of tasks) {
    const task = { ...(state.tasks.get(id) ?? freshTask(id)), completedAt: at };
    await onboardingState.saveTask(task);
    events.publish({ type: 'task.completed', ...moment, task: id, list: listId });
    state = withTask(state, task);
  }
  for (const { id } of lists) {
    const list = { ...(state.lists.get(id) ?? freshList(id)), completedAt: at };
    await onboardingState.saveList(list);
    events.publish({ type: 'task_list.completed', ...moment, list: id });
    state = withList(state, list);
  }
  await writeOptions(ports, held, state);
  return state;
}

/** The options are copies for clients that read them; the rows are what counts. */
async function writeOptions(
  ports: OnboardingPorts,
  { actor, before }: HeldTasks,
  after: OnboardingState,
): Promise<void> {
  const listed = (is: (task: { readonly completedAt: Date | null; readonly dismissedAt: Date | null }) => boolean) =>
    [...after.tasks.values()]
      .filter(is)
      .map(({ taskId }) => taskId)
      .sort();
  const isHidden = (state: OnboardingState, id: string) => (state.lists.get(id)?.hiddenAt ?? null) !== null;
  const isComplete = (state: OnboardingState, id: string) => (state.lists.get(id)?.completedAt ?? null) !== null;
  const settles = [isHidden, isComplete].some((is) => is(after, 'setup') && !is(before, 'setup'));
  const values = new Map<string, unknown>([
    [optionNames.trackedTasks, listed(({ completedAt }) => completedAt !== null)],
    [optionNames.dismissedTasks, listed(({ dismissedAt }) => dismissedAt !== null)],
    [optionNames.completedLists, taskLists.map(({ id }) => id).filter((id) => isComplete(after, id))],
    [optionNames.setupComplete, isComplete(after, 'setup') ? 'yes' : 'no'],
    [optionNames.setupHidden, isHidden(after, 'setup') ? 'yes' : 'no'],
    [optionNames.extendedHidden, isHidden(after, 'extended') ? 'yes' : 'no'],
    ...(settles ? [[optionNames.homepageLayout, 'two_columns'] as const] : []),
  ]);
  // The audit record names the change of the task, not its copies.
  await changeOptions(ports, { actor, note: () => undefined }, values);
}
