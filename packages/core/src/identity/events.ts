import { type EventsOf, member, number, optional, text } from '../kernel/events/event-declaration.ts';

const userId = number('Id of the account.');

/** The events of accounts and authentication. */
export const identityEvents = {
  'user.created': { about: 'An account was created, also from the directory.', members: { userId } },
  'user.updated': { about: 'An account was changed.', members: { userId } },
  'user.deleted': { about: 'An account was deleted.', members: { userId } },
  'login.failed': { about: 'A login was refused.', members: { username: text('The username as sent.') } },
  'application_password.created': {
    about: 'An application password was created.',
    members: { userId, uuid: text('Id of the application password.') },
  },
  'application_password.used': {
    about: 'A request was authenticated by an application password.',
    members: {
      userId,
      uuid: text('Id of the application password.'),
      ip: member<string | null>('string | null', 'Address of the client.'),
    },
  },
  'application_password.auth_failed': {
    about: 'An application password was refused.',
    members: { username: text('The username as sent.'), ip: optional(text('Address of the client.')) },
  },
  'application_password.deleted': {
    about: 'An application password was deleted, or all of an account.',
    members: { userId, uuid: optional(text('Id of the application password; absent if all were deleted.')) },
  },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof identityEvents> {}
}
