import { momentMembers } from '../back-office/index.ts';
import { type EventsOf, member } from '../kernel/events/event-declaration.ts';
import type { Profile } from './profile.ts';
import type { ProfilerStep } from './progress.ts';

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
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof onboardingEvents> {}
}
