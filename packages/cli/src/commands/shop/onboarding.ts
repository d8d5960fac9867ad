import { text } from '@backroom/core/interface';
import { hideTaskList, listTasks, type TaskView, taskListIds, unhideTaskList } from '@backroom/core/onboarding';
import { type Command, command } from '../../command.ts';
import { table } from '../../print.ts';

const list = text({ required: true, enum: taskListIds, description: 'Id of the list.' });

const tasks = command({
  name: 'onboarding tasks',
  group: 'Shop',
  summary: 'List the tasks of onboarding with their state; records what became complete.',
  examples: ['backroom onboarding tasks', 'backroom onboarding tasks --json'],
  async run({ print, run }) {
    const lists = await run(listTasks, {});
    const rows = lists.flatMap((each) =>
      each.tasks.map((view) => [each.list.id, view.task.id, view.task.title, stateOf(view)]),
    );
    const documents = lists.map((each) => ({
      id: each.list.id,
      is_hidden: each.isHidden,
      is_complete: each.isComplete,
      tasks: each.tasks.map((view) => ({ id: view.task.id, title: view.task.title, state: stateOf(view) })),
    }));
    print.result(documents, table(['list', 'task', 'title', 'state'], rows));
  },
});

function stateOf({ isComplete, isDismissed, isSnoozed, snoozedUntil }: TaskView): string {
  if (isComplete) return 'complete';
  if (isDismissed) return 'dismissed';
  return isSnoozed ? `snoozed until ${snoozedUntil?.toISOString()}` : 'open';
}

const hide = command({
  name: 'onboarding hide',
  group: 'Shop',
  summary: 'Hide a task list from all users.',
  examples: ['backroom onboarding hide setup'],
  args: { list },
  async run({ print, run }, { list: id }) {
    const { isHidden } = await run(hideTaskList, { id });
    print.result({ id, is_hidden: isHidden }, [`The list ${id} is hidden.`]);
  },
});

const unhide = command({
  name: 'onboarding unhide',
  group: 'Shop',
  summary: 'Show a hidden task list again.',
  examples: ['backroom onboarding unhide setup'],
  args: { list },
  async run({ print, run }, { list: id }) {
    const { isHidden } = await run(unhideTaskList, { id });
    print.result({ id, is_hidden: isHidden }, [`The list ${id} is shown.`]);
  },
});

/** Task lists of a new shop. */
export const onboarding: readonly Command[] = [tasks, hide, unhide];
