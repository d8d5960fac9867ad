import { userIdOf } from '../../kernel/actor.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { OnboardingPorts } from '../ports.ts';
import { taskLists } from '../tasks/built-in-tasks.ts';
import { readExtendedTasks } from '../tasks/extended-tasks.ts';
import { newlyComplete, readPlan } from '../tasks/plan.ts';
import { recordCompletion } from '../tasks/record-completion.ts';
import { type TaskListView, viewList } from '../tasks/view.ts';

/** Which lists, and tasks for this answer only. */
export interface ListTasksInput {
  /** Ids of lists; all by default. */
  readonly ids?: readonly string[];
  /** Objects with `list_id` and `id`, for lists whose id begins with `extended`. */
  readonly extendedTasks?: readonly unknown[];
}

/**
 * Lists the task lists. What became complete since the last change is recorded, with its events, once; nothing is written
 * otherwise.
 * @throws DomainError `validation_failed`
 */
export const listTasks = useCase(
  { access: 'manage_store', effect: 'write', transaction: 'own', audit: 'onboarding.complete' },
  (ports: OnboardingPorts) =>
    async (actor, { ids, extendedTasks = [] }: ListTasksInput, { inUnit, note }): Promise<readonly TaskListView[]> => {
      const { onboardingState, clock } = ports;
      const extra = readExtendedTasks(extendedTasks);
      const plan = await readPlan(ports);
      const read = await onboardingState.read();
      const { tasks, lists } = newlyComplete(plan, read);
      const record = async () => {
        const before = await onboardingState.hold();
        const found = newlyComplete(plan, before);
        if (found.tasks.length + found.lists.length === 0) return idle(before);
        note({ changes: { tasks: { from: null, to: found.tasks.map(({ id }) => id).join(', ') } } });
        return recordCompletion(ports, { actor, plan, before, state: before });
      };
      const idle = <T>(state: T): T => {
        note({ isIdle: true });
        return state;
      };
      const state = tasks.length + lists.length > 0 ? await inUnit(record) : idle(read);
      const visited = await onboardingState.visitedBy(userIdOf(actor));
      const around = { plan, state, visited, actor, now: clock.now(), extra };
      return taskLists.filter(({ id }) => ids === undefined || ids.includes(id)).map((list) => viewList(around, list));
    },
);
