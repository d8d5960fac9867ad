import { type EventsOf, member, number, text } from '../kernel/events/event-declaration.ts';

const mailMembers = {
  at: member<Date>('Date', 'The time of the change.'),
  mailId: number('Id of the record in the mail log.'),
};

/** Deliveries of mails. */
export const mailEvents = {
  'mail.sent': { about: 'The mail server took a mail.', members: mailMembers },
  'mail.failed': {
    about: 'A mail was given up, and is not tried again by itself.',
    members: { ...mailMembers, code: text('Code of the reason.') },
  },
  'mail.resent': {
    about: 'A mail was queued again as a new record.',
    members: { ...mailMembers, resentOf: number('Id of the record that is repeated.') },
  },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof mailEvents> {}
}
