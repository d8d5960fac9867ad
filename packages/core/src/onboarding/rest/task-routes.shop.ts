import { cannotCreate, cannotUpdate, type ShopRoute, shopRoute } from '../../interface/shop/route.ts';
import type { Schema, Schemas } from '../../kernel/schema.ts';
import {
  actionTask,
  dismissTask,
  hideTaskList,
  listTasks,
  snoozeTask,
  taskListIds,
  undoDismissTask,
  undoSnoozeTask,
  unhideTaskList,
} from '../index.ts';
import { presentTask, presentTaskList } from './task-presenters.ts';

const base = '/shop-admin/onboarding/tasks';
const writes = ['POST', 'PUT', 'PATCH'] as const;
const variables = { id: '[a-z0-9_\\-]+' } as const;

const text: Schema = { type: 'string' };
const flag: Schema = { type: 'boolean' };

const taskShape: Schema = {
  name: 'OnboardingTask',
  type: 'object',
  properties: {
    id: text,
    parentId: { type: 'string', description: 'Id of its list.' },
    title: text,
    badge: text,
    canView: flag,
    content: text,
    additionalInfo: text,
    actionLabel: text,
    actionUrl: { type: ['string', 'null'] },
    imageUrl: text,
    imageAlt: text,
    isComplete: flag,
    isInProgress: flag,
    inProgressLabel: text,
    time: text,
    level: { type: 'integer' },
    isActioned: flag,
    isDismissed: flag,
    isDismissable: flag,
    isSnoozed: flag,
    isSnoozeable: flag,
    isVisited: { type: 'boolean', description: 'Whether the caller has started it.' },
    isDisabled: flag,
    snoozedUntil: { type: ['integer', 'null'], description: 'Milliseconds since 1970.' },
    additionalData: { type: ['object', 'null'] },
    eventPrefix: text,
    recordViewEvent: flag,
  },
};
const listShape: Schema = {
  name: 'OnboardingTaskList',
  type: 'object',
  properties: {
    id: text,
    title: text,
    isHidden: flag,
    isVisible: flag,
    isComplete: flag,
    tasks: { type: 'array', items: taskShape },
    eventPrefix: text,
    displayProgressHeader: flag,
    keepCompletedTaskList: { type: 'string', enum: ['yes', 'no'] },
  },
};

const ids = {
  type: 'array',
  items: { type: 'string', enum: taskListIds },
  description: 'Which task lists.',
} as const satisfies Schema;
const extended = { type: 'array', description: 'Tasks for this answer only, each with list_id and id.' } as const;
const inList = { task_list_id: { type: 'string', description: 'The list of the task.' } } as const satisfies Schemas;
const snooze = {
  duration: { type: 'string', description: 'How long: hour, day (by default) or week.' },
  ...inList,
} as const satisfies Schemas;

const lists = { type: 'array', items: listShape } as const satisfies Schema;
const ofTask = { variables, refusal: cannotCreate, batch: true, present: presentTask, returns: taskShape } as const;
const ofList = {
  variables,
  params: {},
  refusal: cannotUpdate,
  batch: true,
  present: presentTaskList,
  returns: listShape,
} as const;
const found = ({ id, taskListId }: { readonly id: string; readonly taskListId?: string }) => ({
  id,
  ...(taskListId !== undefined && { listId: taskListId }),
});

/** Task lists and the changes of their tasks. */
export const taskShopRoutes: readonly ShopRoute[] = [
  shopRoute({
    methods: ['GET'],
    path: base,
    params: { ids },
    summary: 'List the task lists; records what became complete, once. HEAD records nothing.',
    refusal: cannotCreate,
    useCase: listTasks,
    present: (found) => found.map(presentTaskList),
    returns: lists,
  }),
  shopRoute({
    methods: ['POST'],
    path: base,
    params: { ids, extended_tasks: extended },
    summary: 'List the task lists with tasks added for this answer only.',
    refusal: cannotCreate,
    useCase: listTasks,
    present: (found) => found.map(presentTaskList),
    returns: lists,
  }),
  shopRoute({
    ...ofList,
    methods: writes,
    path: `${base}/{id}/hide`,
    summary: 'Hide a task list.',
    useCase: hideTaskList,
  }),
  shopRoute({
    ...ofList,
    methods: writes,
    path: `${base}/{id}/unhide`,
    summary: 'Show a hidden task list again.',
    useCase: unhideTaskList,
  }),
  shopRoute({
    ...ofTask,
    methods: writes,
    path: `${base}/{id}/dismiss`,
    params: inList,
    summary: 'Dismiss a task.',
    useCase: dismissTask,
    input: found,
  }),
  shopRoute({
    ...ofTask,
    methods: writes,
    path: `${base}/{id}/undo_dismiss`,
    params: inList,
    summary: 'Take back that a task was dismissed.',
    useCase: undoDismissTask,
    input: found,
  }),
  shopRoute({
    ...ofTask,
    methods: ['POST'],
    path: `${base}/{id}/snooze`,
    params: snooze,
    summary: 'Snooze a task for an hour, a day or a week from now.',
    useCase: snoozeTask,
    input: ({ duration, ...given }) => ({ ...found(given), ...(duration !== undefined && { duration }) }),
  }),
  shopRoute({
    ...ofTask,
    methods: writes,
    path: `${base}/{id}/action`,
    params: {},
    summary: 'State that a task is done.',
    useCase: actionTask,
    input: found,
  }),
  shopRoute({
    ...ofTask,
    methods: writes,
    path: `${base}/{id}/undo_snooze`,
    params: {},
    summary: 'Bring a snoozed task back before its time.',
    useCase: undoSnoozeTask,
    input: found,
  }),
];
