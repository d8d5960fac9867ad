import { faultIn, valuesInvalid } from '../../back-office/index.ts';
import type { Schema } from '../../kernel/schema.ts';
import { listOf, type TaskView } from './view.ts';

const line: Schema = { type: 'string', maxLength: 200 };
const words: Schema = { type: 'string', maxLength: 2_000 };
const flag: Schema = { type: 'boolean' };

/** Tasks as clients send them. */
const sentTasks: Schema = {
  type: 'array',
  maxItems: 100,
  items: {
    type: 'object',
    properties: {
      id: { ...line, minLength: 1, required: true },
      list_id: { ...line, minLength: 1, required: true },
      title: line,
      content: words,
      additional_info: words,
      action_label: line,
      action_url: words,
      time: line,
      level: { type: 'integer', minimum: 1, maximum: 9 },
      is_complete: flag,
      is_dismissable: flag,
      is_snoozeable: flag,
    },
  },
};

interface SentTask {
  readonly id: string;
  readonly list_id: string;
  readonly title?: string;
  readonly content?: string;
  readonly additional_info?: string;
  readonly action_label?: string;
  readonly action_url?: string;
  readonly time?: string;
  readonly level?: number;
  readonly is_complete?: boolean;
  readonly is_dismissable?: boolean;
  readonly is_snoozeable?: boolean;
}

const NAME = 'extended_tasks';

/**
 * Reads the tasks that a client adds to one answer; those of lists that do not begin with `extended` are left out.
 * @throws DomainError `validation_failed`
 */
export function readExtendedTasks(sent: readonly unknown[]): readonly TaskView[] {
  const fault = faultIn(sentTasks, sent, NAME);
  if (fault) throw valuesInvalid([fault]);
  return (sent as readonly SentTask[]).filter(({ list_id }) => list_id.startsWith('extended')).map(viewOf);
}

const viewOf = (sent: SentTask): TaskView => ({
  task: {
    id: sent.id,
    listId: sent.list_id,
    title: sent.title ?? '',
    content: sent.content ?? '',
    additionalInfo: sent.additional_info ?? '',
    actionLabel: sent.action_label ?? '',
    ...(sent.action_url !== undefined && { actionUrl: sent.action_url }),
    time: sent.time ?? '',
    ...(sent.level !== undefined && { level: sent.level }),
    isDismissable: sent.is_dismissable ?? false,
    isSnoozeable: sent.is_snoozeable ?? false,
  },
  eventPrefix: listOf(sent.list_id)?.eventPrefix ?? '',
  isComplete: sent.is_complete ?? false,
  isActioned: false,
  isDismissed: false,
  isSnoozed: false,
  snoozedUntil: null,
  isVisited: false,
});
