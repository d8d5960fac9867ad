import { faultIn } from '../../back-office/index.ts';
import { type TaskContribution, taskListSchema } from './task.ts';

/** Tasks that deployments and extensions add to onboarding. */
export interface TaskRegistry {
  /**
   * The contributions now, in the order of their tasks; called once per request. Its tasks are checked by `demandTasks`
   * before they are contributed.
   */
  contributions(): Promise<readonly TaskContribution[]>;
}

/** Adds no tasks. */
export const noTasks: TaskRegistry = { contributions: async () => [] };

/**
 * Refuses tasks that are no list of tasks, or name one id twice.
 * @throws TypeError that names the first fault
 */
export function demandTasks(tasks: unknown): asserts tasks is NonNullable<TaskContribution['tasks']> {
  const fault = faultIn(taskListSchema, tasks, 'tasks');
  if (fault) throw new TypeError(fault.message);
  const ids = (tasks as readonly { readonly id: string }[]).map(({ id }) => id);
  const twice = ids.find((id, index) => ids.indexOf(id) !== index);
  if (twice !== undefined) throw new TypeError(`tasks: two tasks have the id ${twice}.`);
}

/**
 * A registry of tasks that are known at the start. A program whose tasks are completed by facts of its own implements
 * `TaskRegistry` itself and gives their ids as `completed`.
 * @throws TypeError that names the first fault
 */
export function taskRegistryOf(contribution: TaskContribution): TaskRegistry {
  demandTasks(contribution.tasks ?? []);
  return { contributions: async () => [contribution] };
}
