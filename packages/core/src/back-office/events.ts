import { type EventsOf, member, text } from '../kernel/events/event-declaration.ts';

/** The members of events that name the actor and the time. */
export const momentMembers = {
  at: member<Date>('Date', 'The time of the change.'),
  userId: member<number | null>('number | null', 'Id of the account that made the change.'),
  ip: member<string | null>('string | null', 'Address of the client.'),
};

/** Changes of what administrators can set. */
export const optionEvents = {
  'option.changed': {
    about: 'An option, or a setting of the shop that an option mirrors, changed its value.',
    members: { ...momentMembers, name: text('Name of the option.') },
  },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof optionEvents> {}
}
