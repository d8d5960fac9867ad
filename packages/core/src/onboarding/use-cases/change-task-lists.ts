import { momentOf } from '../../back-office/index.ts';
import { useCase } from '../../kernel/use-case.ts';
import type { OnboardingPorts } from '../ports.ts';
import { changeList } from '../tasks/change.ts';
import type { TaskListView } from '../tasks/view.ts';

/**
 * Hides a task list for all users; `setup` and `secret_tasklist` share the flag. A hidden list stays as it is.
 * @throws DomainError `shop_rest_invalid_task_list`
 */
export const hideTaskList = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'onboarding.list_hide',
    refusals: { 'not-found': ['shop_rest_invalid_task_list'] },
  },
  (ports: OnboardingPorts) =>
    async (actor, { id }: { readonly id: string }, { note }): Promise<TaskListView> => {
      const at = ports.clock.now();
      note({ target: { type: 'task_list', id } });
      const { isChanged, view } = await changeList(ports, {
        actor,
        id,
        change: {
          apply: (stored) => (stored.hiddenAt === null ? { ...stored, hiddenAt: at } : undefined),
          publish(list, { tasks }) {
            const completedTaskCount = tasks.filter(({ isComplete }) => isComplete).length;
            const counts = { completedTaskCount, incompleteTaskCount: tasks.length - completedTaskCount };
            const moment = { ...momentOf(actor, at), list: list.id };
            ports.events.publish({ type: 'task_list.hidden', ...moment, action: 'remove_card', ...counts });
          },
        },
      });
      note({ isIdle: !isChanged });
      return view;
    },
);

/**
 * Shows a hidden task list again.
 * @throws DomainError `shop_rest_invalid_task_list`
 */
export const unhideTaskList = useCase(
  {
    access: 'manage_store',
    effect: 'write',
    audit: 'onboarding.list_unhide',
    refusals: { 'not-found': ['shop_rest_invalid_task_list'] },
  },
  (ports: OnboardingPorts) =>
    async (actor, { id }: { readonly id: string }, { note }): Promise<TaskListView> => {
      note({ target: { type: 'task_list', id } });
      const { isChanged, view } = await changeList(ports, {
        actor,
        id,
        change: {
          apply: (stored) => (stored.hiddenAt === null ? undefined : { ...stored, hiddenAt: null }),
          publish: (list) =>
            ports.events.publish({
              type: 'task_list.unhidden',
              ...momentOf(actor, ports.clock.now()),
              list: list.id,
            }),
        },
      });
      note({ isIdle: !isChanged });
      return view;
    },
);
