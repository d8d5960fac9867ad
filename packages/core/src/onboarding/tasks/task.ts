import { allCapabilities, type Capability } from '../../kernel/capability.ts';
import type { Schema } from '../../kernel/schema.ts';

/** The task lists, in the order in which they are shown. */
export const taskListIds = ['setup', 'extended', 'secret_tasklist'] as const;
export type TaskListId = (typeof taskListIds)[number];

/**
 * What completes a task: an actor says that it is done; a deployment or an extension reports it; or a fact of the shop: a
 * published product, tax rates or the option that no sales tax is charged, the option that the shop was customised, a phone
 * that was ever signed in.
 */
export const taskCompletions = ['action', 'report', 'product', 'tax', 'customized', 'phone'] as const;
export type TaskCompletion = (typeof taskCompletions)[number];

/** A task of onboarding as plain data, of the core, a deployment or an extension. */
export interface OnboardingTask {
  /** Names the task over all lists: lower-case letters, digits, `-` and `_`. */
  readonly id: string;
  readonly listId: TaskListId;
  readonly title: string;
  readonly content: string;
  readonly badge?: string;
  readonly additionalInfo?: string;
  readonly actionLabel?: string;
  readonly actionUrl?: string;
  readonly imageUrl?: string;
  readonly imageAlt?: string;
  readonly inProgressLabel?: string;
  /** How long it takes, for people: `2 minutes`. */
  readonly time?: string;
  /** Importance, 1 to 9; the lowest first where a list is ordered by it. 3 by default. */
  readonly level?: number;
  /** Both false by default. */
  readonly isDismissable?: boolean;
  readonly isSnoozeable?: boolean;
  /** Who sees the task beside the right to manage the shop. */
  readonly capability?: Capability;
  readonly additionalData?: Readonly<Record<string, unknown>>;
  /** Each of these completes it; `action` and `report` by default. */
  readonly completesBy?: readonly TaskCompletion[];
}

/** What a deployment or an extension adds to onboarding. */
export interface TaskContribution {
  /** Tasks after those of the core. An id of the core, or of an earlier contribution, is ignored. */
  readonly tasks?: readonly OnboardingTask[];
  /** Ids of tasks that are complete now, of its own or others that a report completes, such as `payments`. */
  readonly completed?: readonly string[];
}

export const usualCompletions: readonly TaskCompletion[] = ['action', 'report'];
export const USUAL_LEVEL = 3;

/** Ids of tasks and lists. */
export const taskIdPattern = '^[a-z0-9_-]{1,100}$';

const line: Schema = { type: 'string', maxLength: 200 };
const address: Schema = { type: 'string', maxLength: 2_000 };

const taskSchema: Schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    id: { type: 'string', pattern: taskIdPattern, required: true },
    listId: { type: 'string', enum: taskListIds, required: true },
    title: { ...line, minLength: 1, required: true },
    content: { type: 'string', maxLength: 2_000, required: true },
    badge: line,
    additionalInfo: { type: 'string', maxLength: 2_000 },
    actionLabel: line,
    actionUrl: address,
    imageUrl: address,
    imageAlt: line,
    inProgressLabel: line,
    time: line,
    level: { type: 'integer', minimum: 1, maximum: 9 },
    isDismissable: { type: 'boolean' },
    isSnoozeable: { type: 'boolean' },
    capability: { type: 'string', enum: allCapabilities },
    additionalData: { type: 'object' },
    completesBy: { type: 'array', items: { type: 'string', enum: taskCompletions } },
  },
};

/** Schema of the list of tasks of a contribution. */
export const taskListSchema: Schema = { type: 'array', maxItems: 100, items: taskSchema };
