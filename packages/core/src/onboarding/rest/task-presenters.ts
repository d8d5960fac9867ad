import { type TaskListView, type TaskView, USUAL_LEVEL } from '../index.ts';

/** A task as published. */
export const presentTask = (view: TaskView): Record<string, unknown> => {
  const { task } = view;
  return {
    id: task.id,
    parentId: task.listId,
    title: task.title,
    badge: task.badge ?? '',
    canView: true,
    content: task.content,
    additionalInfo: task.additionalInfo ?? '',
    actionLabel: task.actionLabel ?? '',
    actionUrl: task.actionUrl ?? null,
    imageUrl: task.imageUrl ?? '',
    imageAlt: task.imageAlt ?? '',
    isComplete: view.isComplete,
    isInProgress: view.isVisited && !view.isComplete && task.inProgressLabel !== undefined,
    inProgressLabel: task.inProgressLabel ?? '',
    time: task.time ?? '',
    level: task.level ?? USUAL_LEVEL,
    isActioned: view.isActioned,
    isDismissed: view.isDismissed,
    isDismissable: task.isDismissable ?? false,
    isSnoozed: view.isSnoozed,
    isSnoozeable: task.isSnoozeable ?? false,
    isVisited: view.isVisited,
    isDisabled: false,
    snoozedUntil: view.snoozedUntil?.getTime() ?? null,
    additionalData: task.additionalData ?? null,
    eventPrefix: view.eventPrefix,
    recordViewEvent: false,
  };
};

/** A task list as published. */
export const presentTaskList = (view: TaskListView): Record<string, unknown> => ({
  id: view.list.id,
  title: view.list.title,
  isHidden: view.isHidden,
  isVisible: view.isVisible,
  isComplete: view.isComplete,
  tasks: view.tasks.map(presentTask),
  eventPrefix: view.list.eventPrefix,
  displayProgressHeader: view.list.hasProgressHeader,
  keepCompletedTaskList: view.keepsCompleted ? 'yes' : 'no',
});
