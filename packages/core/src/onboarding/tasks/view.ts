import type { Actor } from '../../kernel/actor.ts';
import { type TaskList, taskLists } from './built-in-tasks.ts';
import { isCompleteBy, type TaskPlan } from './plan.ts';
import { freshTask, type OnboardingState } from './state.ts';
import { type OnboardingTask, USUAL_LEVEL } from './task.ts';

/** A task as a user sees it. */
export interface TaskView {
  readonly task: Omit<OnboardingTask, 'listId'> & { readonly listId: string };
  readonly eventPrefix: string;
  readonly isComplete: boolean;
  readonly isActioned: boolean;
  readonly isDismissed: boolean;
  readonly isSnoozed: boolean;
  /** Null unless it is snoozed now. */
  readonly snoozedUntil: Date | null;
  /** Whether this user has started it. */
  readonly isVisited: boolean;
}

/** A task list as a user sees it. */
export interface TaskListView {
  readonly list: TaskList;
  readonly isHidden: boolean;
  readonly isVisible: boolean;
  readonly isComplete: boolean;
  readonly keepsCompleted: boolean;
  readonly tasks: readonly TaskView[];
}

/** Everything that a view depends on. */
export interface TaskSurroundings {
  readonly plan: TaskPlan;
  readonly state: OnboardingState;
  readonly visited: ReadonlySet<string>;
  readonly actor: Actor;
  readonly now: Date;
  /** Tasks for one answer only, by the list that they extend. */
  readonly extra?: readonly TaskView[];
}

const mayView = ({ capabilities }: Actor, { capability }: OnboardingTask): boolean =>
  capability === undefined || capabilities.has(capability);

export const listOf = (id: string): TaskList | undefined => taskLists.find((list) => list.id === id);

/** The task with this id, in one list if it is named, that the actor may see. */
export const findTask = (
  { tasks }: TaskPlan,
  actor: Actor,
  { taskId, listId }: { readonly taskId: string; readonly listId?: string },
): OnboardingTask | undefined =>
  tasks.find((task) => task.id === taskId && (listId === undefined || task.listId === listId) && mayView(actor, task));

export function viewTask(around: TaskSurroundings, task: OnboardingTask): TaskView {
  const { plan, state, visited, now } = around;
  const stored = state.tasks.get(task.id) ?? freshTask(task.id);
  const isSnoozed = stored.snoozedUntil !== null && stored.snoozedUntil > now;
  return {
    task,
    eventPrefix: listOf(task.listId)?.eventPrefix ?? '',
    isComplete: isCompleteBy(plan, state, task),
    isActioned: stored.actionedAt !== null,
    isDismissed: stored.dismissedAt !== null,
    isSnoozed,
    snoozedUntil: isSnoozed ? stored.snoozedUntil : null,
    isVisited: visited.has(task.id),
  };
}

export function viewList(around: TaskSurroundings, list: TaskList): TaskListView {
  const { plan, state, actor, extra = [] } = around;
  const own = plan.tasks.filter((task) => task.listId === list.id && mayView(actor, task));
  const all = [...own.map((task) => viewTask(around, task)), ...extra.filter(({ task }) => task.listId === list.id)];
  const isHidden = (state.lists.get(list.hiddenWith ?? list.id)?.hiddenAt ?? null) !== null;
  const isSecret = list.hiddenWith !== undefined;
  return {
    list,
    isHidden,
    isVisible: !isSecret && !isHidden && all.length > 0,
    isComplete: all.every(({ isComplete }) => isComplete),
    keepsCompleted: plan.keepsCompleted,
    tasks: isHidden && !isSecret ? [] : inOrder(list, all),
  };
}

function inOrder({ isSorted }: TaskList, tasks: readonly TaskView[]): readonly TaskView[] {
  if (!isSorted) return tasks;
  const level = ({ task }: TaskView) => task.level ?? USUAL_LEVEL;
  return tasks.toSorted((a, b) => Number(a.isComplete) - Number(b.isComplete) || level(a) - level(b));
}
