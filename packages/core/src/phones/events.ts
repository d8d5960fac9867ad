import { type EventsOf, number, optional, text } from '../kernel/events/event-declaration.ts';

const userId = number('Id of the account that the phone signs in to.');
const ip = optional(text('Address of the client.'));
const uuid = text('Id of the application password.');

/** The events of sign-in of phones. */
export const phoneEvents = {
  'qr_login.scanned': { about: 'A phone scanned a code, or opened a link.', members: { userId, ip } },
  'qr_login.approved': { about: 'The number of a phone was chosen.', members: { userId, ip } },
  'qr_login.rejected': {
    about: 'A wrong number was chosen, or a wrong grant sent too often.',
    members: { userId, ip },
  },
  'qr_login.consumed': { about: 'A phone got its application password.', members: { userId, uuid } },
  'qr_login.revoked': {
    about: 'A phone was signed out, or all phones.',
    members: {
      userId: optional(number('Id of the account; absent if the phones of all accounts were signed out.')),
      uuid: optional(text('Id of the application password; absent if all were revoked.')),
    },
  },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof phoneEvents> {}
}
