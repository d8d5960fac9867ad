import { type Actor, userIdOf } from '../../kernel/actor.ts';
import { taskInvalid, taskListInvalid } from '../errors.ts';
import type { OnboardingPorts } from '../ports.ts';
import type { TaskList } from './built-in-tasks.ts';
import { readPlan, type TaskPlan } from './plan.ts';
import { recordCompletion } from './record-completion.ts';
import {
  freshList,
  freshTask,
  type OnboardingState,
  type TaskListState,
  type TaskState,
  withList,
  withTask,
} from './state.ts';
import type { OnboardingTask } from './task.ts';
import { findTask, listOf, type TaskListView, type TaskView, viewList, viewTask } from './view.ts';

/** A task by id, in one list if it is named. */
export interface TaskInput {
  readonly id: string;
  readonly listId?: string;
}

/** A held task with its definition. */
export interface HeldTask {
  readonly task: OnboardingTask;
  readonly stored: TaskState;
}

/** A change of one task; undefined if there is nothing to do. */
export interface TaskChange {
  /** @throws DomainError `shop_rest_invalid_task` where the task does not allow it */
  apply(held: HeldTask): TaskState | undefined;
  /** Publishes the event of the change. */
  publish(task: OnboardingTask): void;
}

/**
 * Changes the stored state of a task under the lock of onboarding, so that one of several concurrent callers changes it.
 * Records what became complete by it.
 * @throws DomainError `shop_rest_invalid_task`
 */
export async function changeTask(
  ports: OnboardingPorts,
  { actor, input, change }: { readonly actor: Actor; readonly input: TaskInput; readonly change: TaskChange },
): Promise<{ readonly isChanged: boolean; readonly view: TaskView }> {
  const { onboardingState } = ports;
  const before = await onboardingState.hold();
  const plan = await readPlan(ports);
  const { id: taskId, listId } = input;
  const task = findTask(plan, actor, { taskId, ...(listId !== undefined && { listId }) });
  if (!task) throw taskInvalid();
  const after = change.apply({ task, stored: before.tasks.get(task.id) ?? freshTask(task.id) });
  const state = after === undefined ? before : withTask(before, after);
  if (after !== undefined) {
    await onboardingState.saveTask(after);
    change.publish(task);
  }
  const recorded = after === undefined ? state : await recordCompletion(ports, { actor, plan, before, state });
  const around = await surroundingsOf(ports, { actor, plan, state: recorded });
  return { isChanged: after !== undefined, view: viewTask(around, task) };
}

/** A change of one list, with the view of it before. */
export interface ListChange {
  apply(stored: TaskListState): TaskListState | undefined;
  publish(list: TaskList, view: TaskListView): void;
}

/**
 * Changes the stored state of a list likewise; a list that shares its hidden flag changes that of the other.
 * @throws DomainError `shop_rest_invalid_task_list`
 */
export async function changeList(
  ports: OnboardingPorts,
  { actor, id, change }: { readonly actor: Actor; readonly id: string; readonly change: ListChange },
): Promise<{ readonly isChanged: boolean; readonly view: TaskListView }> {
  const { onboardingState } = ports;
  const list = listOf(id);
  if (!list) throw taskListInvalid();
  const before = await onboardingState.hold();
  const plan = await readPlan(ports);
  const flagOf = list.hiddenWith ?? list.id;
  const after = change.apply(before.lists.get(flagOf) ?? freshList(flagOf));
  const around = await surroundingsOf(ports, { actor, plan, state: before });
  if (after === undefined) return { isChanged: false, view: viewList(around, list) };
  await onboardingState.saveList(after);
  change.publish(list, viewList(around, list));
  const state = await recordCompletion(ports, { actor, plan, before, state: withList(before, after) });
  return { isChanged: true, view: viewList({ ...around, state }, list) };
}

async function surroundingsOf(
  { onboardingState, clock }: OnboardingPorts,
  known: { readonly actor: Actor; readonly plan: TaskPlan; readonly state: OnboardingState },
) {
  return { ...known, visited: await onboardingState.visitedBy(userIdOf(known.actor)), now: clock.now() };
}
