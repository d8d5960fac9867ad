import { type EventsOf, member, number, text } from '../kernel/events/event-declaration.ts';

const at = member<Date>('Date', 'The time of the change.');
const site = text('Base address of the other site.');

/** The pairing with another installation. */
export const connectorEvents = {
  'connector.paired': { about: 'Two installations were paired.', members: { at, site } },
  'connector.unpaired': { about: 'A pairing was ended, by either site.', members: { at, site } },
  'connector.error_verified': {
    about: 'The other site confirmed that its request was refused.',
    members: {
      at,
      code: text('Code of the error.'),
      userId: number('The account of the request; 0 for the site itself.'),
    },
  },
} as const;

declare module '../kernel/events/events.ts' {
  interface EventTypes extends EventsOf<typeof connectorEvents> {}
}
