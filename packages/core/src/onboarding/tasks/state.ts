import type { TaskListId } from './task.ts';

/** The stored state of a task; null for what did not happen. Site-wide. */
export interface TaskState {
  readonly taskId: string;
  readonly dismissedAt: Date | null;
  readonly snoozedUntil: Date | null;
  readonly actionedAt: Date | null;
  /** When it was first seen complete. */
  readonly completedAt: Date | null;
}

/** The stored state of a task list. */
export interface TaskListState {
  readonly listId: TaskListId;
  readonly hiddenAt: Date | null;
  /** When all of its tasks were first seen complete. */
  readonly completedAt: Date | null;
}

/** The stored state of onboarding; tasks and lists without a state are absent. */
export interface OnboardingState {
  readonly lists: ReadonlyMap<string, TaskListState>;
  readonly tasks: ReadonlyMap<string, TaskState>;
}

/** The store of the state of task lists. */
export interface OnboardingStateStore {
  read(): Promise<OnboardingState>;
  /** As `read`, and locks the state until the surrounding unit of work ends. */
  hold(): Promise<OnboardingState>;
  /** Stores the state of a task, after `hold` in the same unit. */
  saveTask(state: TaskState): Promise<void>;
  /** Stores the state of a list, after `hold` in the same unit. */
  saveList(state: TaskListState): Promise<void>;
  /** Stores that a user has started a task; the first time is kept. */
  visit(userId: number, taskId: string, at: Date): Promise<void>;
  /** Ids of the tasks that a user has started. */
  visitedBy(userId: number): Promise<ReadonlySet<string>>;
}

export const freshTask = (taskId: string): TaskState => ({
  taskId,
  dismissedAt: null,
  snoozedUntil: null,
  actionedAt: null,
  completedAt: null,
});

export const freshList = (listId: TaskListId): TaskListState => ({ listId, hiddenAt: null, completedAt: null });

/** The state with one task replaced. */
export const withTask = (state: OnboardingState, task: TaskState): OnboardingState => ({
  ...state,
  tasks: new Map([...state.tasks, [task.taskId, task]]),
});

/** The state with one list replaced. */
export const withList = (state: OnboardingState, list: TaskListState): OnboardingState => ({
  ...state,
  lists: new Map([...state.lists, [list.listId, list]]),
});
