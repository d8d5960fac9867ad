import type { TaskListId, TaskListState, TaskState } from '@backroom/core/onboarding';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import { accountKey } from '../rows/account-key.ts';

/** The state of a task list: one row each, made by the migration; they are the lock of onboarding. */
export const TaskListStateEntity = defineEntity({
  name: 'OnboardingTaskListState',
  tableName: 'onboarding_task_list',
  properties: {
    listId: p.string().length(100).primary(),
    hiddenAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
  },
});

/** The state of a task that was ever changed. */
export const TaskStateEntity = defineEntity({
  name: 'OnboardingTaskState',
  tableName: 'onboarding_task',
  properties: {
    taskId: p.string().length(100).primary(),
    dismissedAt: p.datetime(3).nullable(),
    snoozedUntil: p.datetime(3).nullable(),
    actionedAt: p.datetime(3).nullable(),
    completedAt: p.datetime(3).nullable(),
  },
});

/** A task that a user has started. */
export const StartedTaskEntity = defineEntity({
  name: 'OnboardingStartedTask',
  tableName: 'onboarding_started_task',
  properties: {
    user: () => accountKey('onboarding_started_task', 'user_id', 'cascade').primary(),
    taskId: p.string().length(100).primary(),
    startedAt: p.datetime(3),
  },
});

/** The state of a list of its row. */
export const toListState = (row: InferEntity<typeof TaskListStateEntity>): TaskListState => ({
  listId: row.listId as TaskListId,
  hiddenAt: row.hiddenAt ?? null,
  completedAt: row.completedAt ?? null,
});

/** The state of a task of its row. */
export const toTaskState = (row: InferEntity<typeof TaskStateEntity>): TaskState => ({
  taskId: row.taskId,
  dismissedAt: row.dismissedAt ?? null,
  snoozedUntil: row.snoozedUntil ?? null,
  actionedAt: row.actionedAt ?? null,
  completedAt: row.completedAt ?? null,
});
