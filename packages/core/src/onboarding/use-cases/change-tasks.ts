import { momentOf } from '../../back-office/index.ts';
import { type Actor, userIdOf } from '../../kernel/actor.ts';
import type { AuditNote } from '../../kernel/audit.ts';
import { invalidField } from '../../kernel/errors.ts';
import { type UseCase, useCase } from '../../kernel/use-case.ts';
import { taskInvalid } from '../errors.ts';
import type { OnboardingPorts } from '../ports.ts';
import { changeTask, type HeldTask, type TaskInput } from '../tasks/change.ts';
import type { TaskState } from '../tasks/state.ts';
import type { OnboardingTask } from '../tasks/task.ts';
import type { TaskView } from '../tasks/view.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** How long a task can be snoozed, in milliseconds. */
const snoozeDurations: ReadonlyMap<string, number> = new Map([
  ['hour', HOUR],
  ['day', DAY],
  ['week', 7 * DAY],
]);

type TaskEvent = 'task.dismissed' | 'task.undo_dismissed' | 'task.undo_snoozed' | 'task.actioned';

/** One change, with what its event and its use case need. */
interface Transition {
  readonly actor: Actor;
  readonly note: AuditNote;
  readonly input: TaskInput;
  apply(held: HeldTask, at: Date): TaskState | undefined;
  publish(task: OnboardingTask, at: Date): void;
}

async function run(ports: OnboardingPorts, { actor, note, input, apply, publish }: Transition): Promise<TaskView> {
  const at = ports.clock.now();
  note({ target: { type: 'task', id: input.id } });
  const { isChanged, view } = await changeTask(ports, {
    actor,
    input,
    change: { apply: (held) => apply(held, at), publish: (task) => publish(task, at) },
  });
  note({ isIdle: !isChanged });
  return view;
}

/** Publishes an event that has no members of its own. */
const publishing =
  ({ events }: OnboardingPorts, actor: Actor, type: TaskEvent): Transition['publish'] =>
  (task, at) =>
    events.publish({ type, ...momentOf(actor, at), task: task.id, list: task.listId });

/** The use case of a change that needs nothing but its task. */
const transition = (
  { audit, type }: { readonly audit: string; readonly type: TaskEvent },
  apply: Transition['apply'],
): UseCase<OnboardingPorts, TaskInput, TaskView> =>
  useCase(
    { access: 'manage_store', effect: 'write', audit, refusals: { 'not-found': ['shop_rest_invalid_task'] } },
    (ports: OnboardingPorts) =>
      (actor, input: TaskInput, { note }) =>
        run(ports, { actor, note, input, apply, publish: publishing(ports, actor, type) }),
  );

function demandAllowed(isAllowed: boolean | undefined): void {
  if (isAllowed !== true) throw taskInvalid();
}

/**
 * Dismisses a task for all users; it is not complete by that.
 * @throws DomainError `shop_rest_invalid_task` for no task, or one that cannot be dismissed
 */
export const dismissTask = transition(
  { audit: 'onboarding.task_dismiss', type: 'task.dismissed' },
  ({ task, stored }, at) => {
    demandAllowed(task.isDismissable);
    return stored.dismissedAt === null ? { ...stored, dismissedAt: at } : undefined;
  },
);

/**
 * Takes back that a task was dismissed.
 * @throws DomainError `shop_rest_invalid_task`
 */
export const undoDismissTask = transition(
  { audit: 'onboarding.task_undo_dismiss', type: 'task.undo_dismissed' },
  ({ task, stored }) => {
    demandAllowed(task.isDismissable);
    return stored.dismissedAt === null ? undefined : { ...stored, dismissedAt: null };
  },
);

/**
 * Brings a snoozed task back before its time.
 * @throws DomainError `shop_rest_invalid_task`
 */
export const undoSnoozeTask = transition(
  { audit: 'onboarding.task_undo_snooze', type: 'task.undo_snoozed' },
  ({ task, stored }, at) => {
    demandAllowed(task.isSnoozeable);
    const isSnoozed = stored.snoozedUntil !== null && stored.snoozedUntil > at;
    return isSnoozed ? { ...stored, snoozedUntil: null } : undefined;
  },
);

/**
 * States that a task is done, which completes it if its completion depends on that; the caller has started it.
 * @throws DomainError `shop_rest_invalid_task`
 */
export const actionTask = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'onboarding.task_action',
    refusals: { 'not-found': ['shop_rest_invalid_task'] },
  },
  (ports: OnboardingPorts) =>
    async (actor, input: TaskInput, { note }): Promise<TaskView> => {
      const view = await run(ports, {
        actor,
        note,
        input,
        apply: ({ stored }, at) => (stored.actionedAt === null ? { ...stored, actionedAt: at } : undefined),
        publish: publishing(ports, actor, 'task.actioned'),
      });
      await ports.onboardingState.visit(userIdOf(actor), view.task.id, ports.clock.now());
      return { ...view, isVisited: true };
    },
);

/** A task, and how long it is snoozed. */
export interface SnoozeTaskInput extends TaskInput {
  /** `hour`, `day` or `week`; a day by default. */
  readonly duration?: string;
}

/**
 * Snoozes a task for all users from now on, also one that is snoozed already; it comes back by the clock.
 * @throws DomainError `shop_rest_invalid_task`, `validation_failed`
 */
export const snoozeTask = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'onboarding.task_snooze',
    refusals: { 'not-found': ['shop_rest_invalid_task'] },
  },
  (ports: OnboardingPorts) =>
    (actor, { duration = 'day', ...input }: SnoozeTaskInput, { note }): Promise<TaskView> => {
      const milliseconds = snoozeDurations.get(duration);
      if (milliseconds === undefined)
        throw invalidField('duration', 'validation_failed', 'duration must be hour, day or week.');
      const untilFrom = (at: Date) => new Date(at.getTime() + milliseconds);
      return run(ports, {
        actor,
        note,
        input,
        apply({ task, stored }, at) {
          demandAllowed(task.isSnoozeable);
          return { ...stored, snoozedUntil: untilFrom(at) };
        },
        publish: (task, at) =>
          ports.events.publish({
            type: 'task.snoozed',
            ...momentOf(actor, at),
            task: task.id,
            list: task.listId,
            until: untilFrom(at),
          }),
      });
    },
);
