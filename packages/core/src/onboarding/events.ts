import { momentMembers } from '../back-office/index.ts';
import { type EventsOf, member, number, text } from '../kernel/events/event-declaration.ts';
import type { Profile } from './profile.ts';
import type { ProfilerStep } from './progress.ts';

const taskMembers = { ...momentMembers, task: text('Id of the task.'), list: text('Id of its list.') };
const listMembers = { ...momentMembers, list: text('Id of the task list.') };

/** The events of the first steps of a shop. */
export const onboardingEvents = {
  'onboarding.core_profiler_step_completed': {
    about: 'A step of the set-up was completed.',
    members: { ...momentMembers, step: member<ProfilerStep>('ProfilerStep', 'The step.') },
  },
  'onboarding.profile_updated': {
    about: 'The answers of the owner changed.',
    members: {
      ...momentMembers,
      before: member<Profile>('Profile', 'The answers before.'),
      changed: member<Partial<Profile>>('Partial<Profile>', 'The changed answers.'),
    },
  },
  'task.actioned': { about: 'A task was stated to be done, for the first time.', members: taskMembers },
  'task.completed': {
    about: 'A task was seen complete for the first time: at its change, or at the latest when the lists are read.',
    members: taskMembers,
  },
  'task.dismissed': { about: 'A task was dismissed.', members: taskMembers },
  'task.undo_dismissed': { about: 'A task is no longer dismissed.', members: taskMembers },
  'task.snoozed': {
    about: 'A task was snoozed, or snoozed for another time.',
    members: { ...taskMembers, until: member<Date>('Date', 'When it comes back.') },
  },
  'task.undo_snoozed': { about: 'A snoozed task was brought back before its time.', members: taskMembers },
  'task_list.completed': {
    about: 'All tasks of a list were seen complete for the first time.',
    members: listMembers,
  },
  'task_list.hidden': {
    about: 'A task list was hidden.',
    members: {
      ...listMembers,
      action: member<'remove_card'>("'remove_card'", 'What was done.'),
      completedTaskCount: number('Complete tasks of the list.'),
      incompleteTaskCount: number('Its other tasks.'),
    },
  },
  'task_list.unhidden': { about: 'A hidden task list is shown again.', members: listMembers },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof onboardingEvents> {}
}
